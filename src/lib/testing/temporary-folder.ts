import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TemporaryFolder extends Disposable {
  path: string
  /** Writes files, `{ 'app/SPEC.md': '…' }`, and the folders that they need. */
  write(files: Record<string, string | Uint8Array>): void
}

/** An empty folder that is gone when the test is: `using folder = temporaryFolder()`. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'security-bench-'))
  return {
    path,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), content)
      }
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}
