// A program of its own: `node --liftoff-only make-template.ts FILE`. A fresh database is made once, by long statements: to
// optimize the code that reads them takes half a gigabyte and saves no time.

import { openLocalSession } from './local-session.ts'

const session = await openLocalSession({ template: process.argv[2] })
await session.close()
