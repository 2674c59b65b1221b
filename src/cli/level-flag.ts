import { LEVELS, type Level } from '../domain.ts'
import { UsageError } from '../errors.ts'
import { printable } from '../lib/text/printable.ts'
import type { Flag, Flags } from './flags.ts'

export const LEVEL_FLAG: Flag = {
  name: 'level',
  value: 'LEVEL',
  isRepeatable: true,
  help: `only cases of this level: ${LEVELS.join(', ')}`,
}

export function readLevels(flags: Flags): Level[] {
  return flags.texts('level').map(text => {
    const level = LEVELS.find(one => one === text)
    if (level) return level
    throw new UsageError(`there is no level "${printable(text)}".`, `one of ${LEVELS.join(', ')}.`)
  })
}
