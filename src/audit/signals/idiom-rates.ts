import type { IdiomRate } from '../../shortcuts.ts'
import type { Scope } from '../scope.ts'
import { percentile95 } from '../statistics/figure.ts'
import { findIdioms, IDIOM_NAMES } from './idioms.ts'

/** How often good and bad cases use each idiom. Idioms that no case uses are left out. */
export function rateIdioms({ cases, isBad, shuffles }: Scope): IdiomRate[] {
  const uses = findIdioms(cases)
  return IDIOM_NAMES.flatMap((name, idiom) => {
    const isUsed = uses.map(row => row[idiom] === true)
    if (!isUsed.some(Boolean)) return []
    const inGood = rate(isUsed, isBad, 0)
    const inBad = rate(isUsed, isBad, 1)
    const chance = percentile95(shuffles.map(labels => Math.abs(rate(isUsed, labels, 1) - rate(isUsed, labels, 0))))
    return [{ name, inGood, inBad, isUneven: chance !== null && Math.abs(inBad - inGood) > chance + 1e-9 }]
  })
}

function rate(isUsed: boolean[], isBad: Uint8Array, label: number): number {
  const own = isUsed.filter((_, index) => isBad[index] === label)
  return own.length === 0 ? 0 : own.filter(Boolean).length / own.length
}
