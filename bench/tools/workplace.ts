import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './run-program.ts'

export interface Workplace extends Disposable {
  path: string
}

const SOURCE = join(ROOT, 'tests/purchase-order')

/** A folder with `corpus/`: copies of the cases of purchase-order, so many in all, each a little different. */
export function makeWorkplace({ applications, cases }: { applications: number; cases: number }): Workplace {
  const path = mkdtempSync(join(tmpdir(), 'security-bench-bench-'))
  const files = readdirSync(SOURCE).filter(file => file.startsWith('list-pos-'))
  const queries = cases / files.length / applications
  for (let nth = 1; nth <= applications; nth++) {
    const folder = join(path, 'corpus', `application-${nth}`)
    mkdirSync(folder, { recursive: true })
    const specification = readFileSync(join(SOURCE, 'SPEC.md'), 'utf8')
    // Another first line of the prompt: applications share no prefix.
    writeFileSync(join(folder, 'SPEC.md'), specification.replace('# Prompt\n', `# Prompt\n\nApplication ${nth}.\n`))
    for (let query = 1; query <= queries; query++) {
      for (const file of files) {
        const text = readFileSync(join(SOURCE, file), 'utf8').replace('```sql\n', `\`\`\`sql\n-- ${nth}.${query}\n`)
        writeFileSync(join(folder, file.replace('list-pos', `query-${query}`)), text)
      }
    }
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
