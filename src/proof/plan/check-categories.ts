import { distance } from 'fastest-levenshtein'
import { CATEGORIES, type Problem } from '../../domain.ts'
import type { ProofPlan } from './plan.ts'

/** How many letters of a category may be wrong for it to be a misspelt one, and not another. */
const MOST_WRONG_LETTERS = 2

/** A warning for each category that is nearly one of the known ones: reports would count it apart. */
export function checkCategories({ rules, lines }: ProofPlan, file: string): Problem[] {
  return rules.flatMap(({ id, category, line }): Problem[] => {
    if (category === '' || CATEGORIES.includes(category)) return []
    const meant = CATEGORIES.find(known => distance(known, category.toLowerCase()) <= MOST_WRONG_LETTERS)
    if (meant === undefined) return []
    const message = `no category "${category}" is known; did you mean ${meant}?`
    return [{ severity: 'warning', file, line: lines[`rules.${id}.category`] ?? line, message }]
  })
}
