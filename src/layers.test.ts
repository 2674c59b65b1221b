import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'

// Data flows in a line, imports form a star: cli -> run -> stages -> lib -> the nouns. A stage imports no other stage.
const STAGES = ['corpus', 'proof', 'audit', 'prompt', 'model', 'verdict', 'store', 'metrics', 'report', 'export']
const NOUNS = ['domain.ts', 'errors.ts', 'measure-list.ts', 'summary.ts', 'shortcuts.ts', 'witness.ts']
const ALLOWED: Record<string, string[]> = {
  cli: ['run', 'lib', ...NOUNS],
  run: [...STAGES, 'lib', ...NOUNS],
  lib: NOUNS,
  ...Object.fromEntries(STAGES.map(stage => [stage, ['lib', ...NOUNS]])),
  ...Object.fromEntries(NOUNS.map(file => [file, NOUNS])),
}

// The rooms of the proof, from the ground up: each imports only those before it.
const ROOMS = [
  ...['sql', 'plan', 'postgres', 'database', 'worlds', 'inputs', 'mutants'],
  ...['cases', 'witness', 'checks', 'self-test', 'prover'],
]

const MOST_FILES = 20

const source = import.meta.dirname
const files = globSync('**/*.ts', { cwd: source }).filter(file => file !== 'layers.test.ts')
const isTest = (file: string) => file.endsWith('.test.ts') || file.includes('testing/')

/** The folder under src/ that a file belongs to, or the file itself. The test of a noun belongs to the noun. */
function layerOf(file: string): string {
  return (file.split('/')[0] ?? file).replace(/\.test\.ts$/, '.ts')
}

/** Imports of types count as well. */
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
        !isTest(file) &&
        /console\.|process\.(stdout|stderr|exit)\b/.test(readFileSync(join(source, file), 'utf8')),
    )
    assert.deepEqual(printing, [])
  })
})

describe('the rooms of the proof', () => {
  const roomOf = (file: string) => /^proof\/([^/]+)\//.exec(file)?.[1]

  it('are the folders under src/proof/', () => {
    const rooms = new Set(files.filter(file => layerOf(file) === 'proof' && !isTest(file)).map(roomOf))
    assert.deepEqual([...rooms].sort(), [...ROOMS].sort())
  })

  it('are imported in one direction only', () => {
    const floor = (file: string) => ROOMS.indexOf(roomOf(file) ?? '')
    const wrong = files
      .filter(file => layerOf(file) === 'proof' && !isTest(file))
      .flatMap(file =>
        importsOf(file)
          .filter(imported => layerOf(imported) === 'proof' && floor(imported) > floor(file))
          .map(imported => `${file} imports ${imported}`),
      )
    assert.deepEqual(wrong, [])
  })
})

describe('the folders of a layer', () => {
  // Folders and files right under a layer: `audit/features`, `audit/scope.ts`.
  const partOf = (file: string) => file.split('/').slice(0, 2).join('/')

  it('import each other in no circle', () => {
    const graph = new Map<string, string[]>()
    for (const file of files.filter(file => !isTest(file))) {
      const imported = importsOf(file).map(partOf)
      const others = imported.filter(part => part !== partOf(file) && layerOf(part) === layerOf(file))
      graph.set(partOf(file), [...(graph.get(partOf(file)) ?? []), ...others])
    }
    assert.deepEqual(findCircle(graph), undefined)
    assert.ok(graph.get('audit/classifiers')?.includes('audit/features'), 'imports between folders are being read')
  })
})

describe('the files', () => {
  it('import each other in no circle', () => {
    const graph = new Map(files.map(file => [file, importsOf(file)]))
    assert.deepEqual(findCircle(graph), undefined)
    assert.deepEqual(findCircle(new Map([...graph, ['a.ts', ['b.ts']], ['b.ts', ['a.ts']]])), ['a.ts', 'b.ts', 'a.ts'])
  })

  it('lie in folders that one can look over', () => {
    const full = [...Map.groupBy(files, dirname)]
      .map(([folder, own]) => [folder, own.filter(file => !isTest(file)).length] as const)
      .filter(([, count]) => count > MOST_FILES)
    assert.deepEqual(full, [])
  })
})

/** The files on a way that leads back to where it starts. */
function findCircle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  function walk(file: string, way: string[]): string[] | undefined {
    const at = way.indexOf(file)
    if (at >= 0) return [...way.slice(at), file]
    if (done.has(file)) return undefined
    for (const next of graph.get(file) ?? []) {
      const circle = graph.has(next) ? walk(next, [...way, file]) : undefined
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of graph.keys()) {
    const circle = walk(file, [])
    if (circle) return circle
  }
  return undefined
}
