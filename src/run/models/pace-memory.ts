import { readFileSync } from 'node:fs'
import type { LearnedPace, Model, ModelIdentity } from '../../domain.ts'
import { saveIfPossible } from '../../lib/files/save-if-possible.ts'

/** How many calls each server takes at once, as earlier runs have found out, so that the next run starts from there. */
export interface PaceMemory {
  recall(model: Pick<ModelIdentity, 'name' | 'host'>): LearnedPace | undefined
  keep(models: Model[], now: Date): void
}

interface StoredPace extends LearnedPace {
  /** Epoch milliseconds. */
  at: number
}

// Limits change: with the plan that was bought, with the load of a host.
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000
const MOST_KEPT = 200

/** A file that cannot be read counts as empty. */
export function openPaceMemory(file: string, now: Date): PaceMemory {
  const before = readEntries(file)
  return {
    recall(model) {
      const entry = before.get(nameOf(model))
      return entry && now.getTime() - entry.at < LONGEST_MS ? entry : undefined
    },

    keep(models, now) {
      const learned = models.flatMap(({ identity, learned }) =>
        learned ? [[nameOf(identity), learned()] as const] : [],
      )
      if (learned.length === 0) return
      // Read again: another run may have written meanwhile.
      const entries = readEntries(file)
      for (const [name, pace] of learned) {
        entries.delete(name)
        entries.set(name, { ...pace, at: now.getTime() })
      }
      saveIfPossible(file, JSON.stringify(Object.fromEntries([...entries].slice(-MOST_KEPT)), null, 2))
    },
  }
}

function nameOf({ name, host }: Pick<ModelIdentity, 'name' | 'host'>): string {
  return `${host} ${name}`
}

function readEntries(file: string): Map<string, StoredPace> {
  try {
    const entries: [string, unknown][] = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
    return new Map(entries.flatMap(([name, entry]) => (isEntry(entry) ? [[name, entry] as const] : [])))
  } catch {
    return new Map()
  }
}

function isEntry(value: unknown): value is StoredPace {
  const { limit, level, rate, at } = Object(value)
  const isRate = rate === null || (isPositive(rate?.perSecond) && isPositive(rate?.burst))
  return isPositive(limit) && (level === null || isPositive(level)) && isRate && isPositive(at)
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
