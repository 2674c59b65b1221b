import type { Case, Level } from '../../domain.ts'
import { levelOf } from '../../lib/code/level-of.ts'
import { hash } from '../../lib/hash.ts'
import { querySize } from '../../lib/query-size.ts'
import type { Judged, Knowledge } from '../../summary.ts'

/** What the files of cases say beside what is stored with answers. Nothing is known of another version of a case. */
export function knowCases(cases: Case[]): Pick<Knowledge, 'decoyOf' | 'levelOf' | 'querySize'> {
  const byPath = new Map(cases.map(one => [one.path, one]))
  const hashes = new Map<string, string>()
  const levels = new Map<string, Level>()
  const sizes = new Map(
    [...Map.groupBy(cases, ({ application, query }) => `${application}/${query}`)].map(([name, ofQuery]) => [
      name,
      querySize(ofQuery.map(({ path }) => path)),
    ]),
  )

  function find({ casePath, codeHash }: Pick<Judged, 'casePath' | 'codeHash'>): Case | undefined {
    const one = byPath.get(casePath)
    if (!one) return undefined
    const known = hashes.get(casePath) ?? hash(one.code)
    hashes.set(casePath, known)
    return known === codeHash ? one : undefined
  }

  return {
    decoyOf: judged => find(judged)?.decoy ?? null,
    levelOf(judged) {
      const one = find(judged)
      if (!one) return null
      const level = levels.get(one.path) ?? levelOf(one)
      levels.set(one.path, level)
      return level
    },
    querySize: (application, query) => sizes.get(`${application}/${query}`) ?? null,
  }
}
