// npm run schema: writes the schema of proof.yaml for editors.

import { writeFileSync } from 'node:fs'
import { proofJsonSchema } from './json-schema.ts'

const file = new URL('../../../../docs/proof.schema.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(proofJsonSchema(), null, 2)}\n`)
