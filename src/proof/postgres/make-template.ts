// Makes the file of an empty database: `node --liftoff-only make-template.ts FILE`. This is a program of its own
// because of the flag: V8 would take half a gigabyte to optimize code that runs only once, and save no time.

import { openLocalSession } from './local-session.ts'

const session = await openLocalSession({ template: process.argv[2] })
await session.close()
