import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { FIGURES, MEASURE_LIST } from './measure-list.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const listed = [...MEASURE_LIST, ...Object.values(FIGURES)]

describe('the list of measures', () => {
  it('is explained in README, by the same titles', () => {
    const section = /\n## How to read the numbers\n(.*?)\n## /s.exec(readme)?.[1] ?? ''
    const rows = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gm)].map(([, names = '']) => names.replaceAll('*', ''))
    const explained = rows.flatMap(names => names.split(', '))
    assert.deepEqual(
      listed.map(({ title }) => title).filter(title => !explained.includes(title)),
      [],
    )
  })

  it('has the names for --fail-under that README lists, in the same order', () => {
    const names = /`--fail-under NAME=N` .*? The names are ([^.]*)\./.exec(readme)?.[1] ?? ''
    assert.deepEqual(
      [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name),
      listed.flatMap(measure => ('flagName' in measure ? [measure.flagName] : [])),
    )
  })

  it('has every title once', () => {
    const titles = listed.map(({ title }) => title)
    assert.deepEqual([...new Set(titles)], titles)
  })
})
