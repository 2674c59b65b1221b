// J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (5), 1971, 378–382. The
// repeats are the raters. Where cases were asked unequally often each still counts once.

/** How often two of a case's answers, drawn without replacement, are the same: Fleiss' P_i. Null below two answers. */
export function agreementOf(counts: number[]): number | null {
  const answers = counts.reduce((sum, count) => sum + count, 0)
  if (answers < 2) return null
  return counts.reduce((sum, count) => sum + count * (count - 1), 0) / (answers * (answers - 1))
}

/** The mean agreement beyond what the shares of the answers give by chance. NaN where chance alone agrees always. */
export function fleissKappa(meanAgreement: number, shares: number[]): number {
  const byChance = shares.reduce((sum, share) => sum + share * share, 0)
  // Shares are sums of fractions: one answer everywhere gives 1 only nearly.
  return byChance > 1 - 1e-12 ? Number.NaN : (meanAgreement - byChance) / (1 - byChance)
}
