// Says how large a shortcut has to be so that the audit finds it. A word that no case has is planted in some cases of one
// label, and the classifiers of words and of characters judge as before; of migrations, the word itself is judged too. The labels are shuffled first: what the audit would find is a
// question of its size and of chance, and not of the shortcuts that the corpus has already.

import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import type { Plant } from '../../shortcuts.ts'
import { centre, gramOf } from '../features/feature-table.ts'
import { gramFeatures, rarityOf } from '../features/grams.ts'
import type { AucBounds } from '../limits.ts'
import type { Labels } from '../scope.ts'
import { createDeviation } from '../signals/telling-word.ts'
import { holdOutScores } from '../statistics/hold-out.ts'
import type { Gram } from '../statistics/logistic-regression.ts'
import { countPairs, pooledAuc, withinAuc } from '../statistics/ranking.ts'
import { GRAMS, SHUFFLE_TOLERANCE } from './classifiers.ts'

/** How large a part of the tries has to be found. */
const POWER = 0.8
/** Shares are tried in steps of 5 %. */
const STEPS = 20

/**
 * How many new features the word is: one word, or the pieces of three to five characters of a word of eight letters with a
 * blank on each side. Pairs of words that are in one query alone teach nothing, and are left out.
 */
const NEW_FEATURES = { words: 1, characters: 8 + 7 + 6 }

/** Plain data, so that another thread can do the work. */
export interface PlantJob extends Pick<Plant, 'label' | 'where'> {
  /** The code without comments, or the comments. */
  texts: string[]
  labels: Pick<Labels, 'queries' | 'shuffles'>
  /** What each classifier may find. The word is found when one of them finds more. */
  bounds: Record<keyof typeof GRAMS, AucBounds>
  /** How far a single word may deviate from an even split; absent where there is no such limit. */
  mostDeviations?: number
  /** How often each share is tried. */
  tries: number
}

/** Finds the smallest share of the label's cases at which a planted word is found. */
export function findSmallestPlant({ label, where, texts, labels, bounds, mostDeviations, tries }: PlantJob): Plant {
  const { queries, shuffles } = labels
  const views = (['words', 'characters'] as const).map(by => {
    const table = gramFeatures(texts, GRAMS[by], queries)
    return { gram: gramOf(table), lengths: table.lengths, bounds: bounds[by], count: NEW_FEATURES[by] }
  })
  const random = seededRandom(`plant ${label} ${where} ${texts.length}`)
  // The cases of one try are the first so many of the same order, whatever the share: a larger share has them all.
  const orders = Array.from({ length: tries }, (_, nth) => {
    const isBad = shuffles[nth % shuffles.length] ?? new Uint8Array()
    const wanted = label === 'bad' ? 1 : 0
    const own = Array.from(isBad.keys()).filter(row => isBad[row] === wanted)
    return { isBad, order: shuffled(own, random) }
  })
  const isFoundAt = (share: number) => {
    const found = orders.filter(({ isBad, order }) => {
      const planted = order.slice(0, Math.round(share * order.length))
      const deviations = Math.abs(createDeviation(isBad, queries)(planted)(isBad))
      if (mostDeviations !== undefined && deviations > mostDeviations) return true
      return views.some(({ gram, lengths, count, bounds: { auc, withinAuc: within } }) => {
        const scores = holdOutScores(withWord(gram, lengths, planted, count), isBad, queries, SHUFFLE_TOLERANCE)
        const pairs = countPairs(scores, isBad, queries)
        return isOutside(withinAuc(pairs), within) || isOutside(pooledAuc(pairs), auc)
      })
    })
    return found.length >= POWER * tries
  }
  if (!isFoundAt(1)) return { label, where, share: null }
  let [missed, found] = [0, STEPS]
  while (found - missed > 1) {
    const middle = Math.floor((missed + found) / 2)
    if (isFoundAt(middle / STEPS)) found = middle
    else missed = middle
  }
  return { label, where, share: found / STEPS }
}

/** The Gram matrix after the planted cases have a word that only they have. */
function withWord({ size, values }: Gram, lengths: Float64Array, planted: number[], count: number): Gram {
  const square = count * rarityOf(planted.length, size) ** 2
  const isPlanted = new Uint8Array(size)
  for (const row of planted) isPlanted[row] = 1
  const longer = lengths.map((length, row) => Math.sqrt(length ** 2 + (isPlanted[row] ? square : 0)))
  const changed = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cell = row * size + column
      const before = (values[cell] ?? 0) * (lengths[row] ?? 0) * (lengths[column] ?? 0)
      const both = (longer[row] ?? 0) * (longer[column] ?? 0)
      changed[cell] = both === 0 ? 0 : (before + (isPlanted[row] && isPlanted[column] ? square : 0)) / both
    }
  }
  return centre({ size, values: changed })
}

function isOutside(value: number | null, { least, most }: { least: number; most: number }): boolean {
  return value !== null && (value < least || value > most)
}

/** Fisher and Yates. */
function shuffled(items: number[], random: () => number): number[] {
  const order = items.slice()
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1))
    const kept = order[last] ?? 0
    order[last] = order[chosen] ?? 0
    order[chosen] = kept
  }
  return order
}
