import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'

// Data flows in a line, imports form a star: cli -> run -> stages -> lib -> the nouns. A stage imports no other stage.
const STAGES = ['corpus', 'proof', 'audit', 'prompt', 'model', 'verdict', 'store', 'metrics', 'report', 'export']
const NOUNS = ['domain.ts', 'errors.ts', 'summary.ts', 'shortcuts.ts']
const ALLOWED: Record<string, string[]> = {
  cli: ['run', 'lib', ...NOUNS],
  run: [...STAGES, 'lib', ...NOUNS],
  lib: NOUNS,
  ...Object.fromEntries(STAGES.map(stage => [stage, ['lib', ...NOUNS]])),
  ...Object.fromEntries(NOUNS.map(file => [file, NOUNS])),
}

const source = import.meta.dirname
const files = globSync('**/*.ts', { cwd: source }).filter(file => file !== 'layers.test.ts')

/** The folder under src/ that a file belongs to, or the file itself. */
function layerOf(file: string): string {
  return file.split('/')[0] ?? file
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(match =>
    relative(source, join(source, dirname(file), match[1] ?? '')),
  )
}

describe('the layers', () => {
  it('are the folders under src/', () => {
    assert.deepEqual(
      [...new Set(files.map(layerOf))].filter(layer => !(layer in ALLOWED)),
      [],
    )
  })

  it('are imported downwards only, and no stage imports another', () => {
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(imported => layerOf(imported) !== layerOf(file) && !ALLOWED[layerOf(file)]?.includes(layerOf(imported)))
        .map(imported => `${file} imports ${imported}`),
    )
    assert.deepEqual(wrong, [])
    assert.ok(files.flatMap(importsOf).length > 50, 'imports are being read')
  })

  it('print only in cli/', () => {
    const printing = files.filter(
      file =>
        layerOf(file) !== 'cli' &&
        !file.includes('testing/') &&
        !file.endsWith('.test.ts') &&
        /console\.|process\.(stdout|stderr|exit)\b/.test(readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(printing, [])
  })
})
