import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { LearnedPace, Model } from '../../domain.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { openPaceMemory } from './pace-memory.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const later = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000)
const PACE: LearnedPace = { limit: 64, level: null, rate: { perSecond: 20, burst: 19 } }

function modelOf(name: string, host: string, pace?: LearnedPace): Model {
  return {
    identity: { name, host, parameters: '{}' },
    typedName: name,
    prices: null,
    concurrency: 1,
    ask: async () => ({ body: '', attempts: 1 }),
    ...(pace && { learned: () => pace }),
  }
}

describe('openPaceMemory', () => {
  it('tells the next run what this one has found out, by model and host', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'cache/pace.json')
    openPaceMemory(file, NOW).keep([modelOf('a', 'h', PACE), modelOf('program', 'command')], NOW)
    const { recall } = openPaceMemory(file, later(1))
    const { limit, level, rate } = recall({ name: 'a', host: 'h' }) ?? {}
    assert.deepEqual({ limit, level, rate }, PACE)
    assert.equal(recall({ name: 'a', host: 'other' }), undefined)
    assert.equal(recall({ name: 'program', host: 'command' }), undefined)
  })

  it('forgets after a week', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'pace.json')
    openPaceMemory(file, NOW).keep([modelOf('a', 'h', PACE)], NOW)
    assert.equal(openPaceMemory(file, later(8)).recall({ name: 'a', host: 'h' }), undefined)
  })

  it('keeps what another run has written meanwhile', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'pace.json')
    const [one, two] = [openPaceMemory(file, NOW), openPaceMemory(file, NOW)]
    one.keep([modelOf('a', 'h', PACE)], NOW)
    two.keep([modelOf('b', 'h', PACE)], NOW)
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(file, 'utf8'))), ['h a', 'h b'])
  })

  it('takes a file that is no such thing for an empty one', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'pace.json')
    const foreign = [
      '',
      '[]',
      '{"h a": 7, "h b": {"limit": "x"}}',
      '{"h a": {"limit": 0, "level": null, "rate": null, "at": 1}}',
    ]
    for (const text of foreign) {
      folder.write({ 'pace.json': text })
      assert.equal(openPaceMemory(file, NOW).recall({ name: 'a', host: 'h' }), undefined)
    }
    openPaceMemory(file, NOW).keep([modelOf('a', 'h', PACE)], NOW)
    assert.ok(openPaceMemory(file, NOW).recall({ name: 'a', host: 'h' }))
  })

  it('does without when the folder cannot be written', () => {
    using folder = temporaryFolder()
    folder.write({ file: 'not a folder' })
    openPaceMemory(join(folder.path, 'file/pace.json'), NOW).keep([modelOf('a', 'h', PACE)], NOW)
  })
})
