// What `verify` says beside its tables: each reason once, however many cases it concerns.

import { printable } from '../../lib/text/printable.ts'
import type { Proof, Remark } from '../../witness.ts'

type Paint = (style: 'red' | 'yellow', text: string) => string

const MOST_NAMED = 3

/** A line for each reason why cases are unproved, then a line for each kind of remark. */
export function verifyNotes(proofs: Proof[], paint: Paint): string[] {
  const unproved = Map.groupBy(
    proofs.filter(proof => proof.unproved !== undefined),
    proof => `${applicationOf(proof)} ${proof.unproved}`,
  )
  const remarks = Map.groupBy(
    proofs.flatMap(proof => proof.remarks.map(remark => ({ proof, remark }))),
    ({ remark }) => remark.kind,
  )
  return [
    ...[...unproved.values()].map(group => unprovedLine(group, paint)),
    ...[...remarks].map(
      ([kind, group]) =>
        `${paint('yellow', 'remark')} ${REMARKS[kind](new Set(group.map(({ proof }) => proof)).size)}: ${named(group.map(({ proof }) => proof))}`,
    ),
    ...(remarks.size > 0 ? ['npm run verify -- CASE shows the remarks of a case whole.'] : []),
  ]
}

function unprovedLine(group: Proof[], paint: Paint): string {
  const [first] = group
  const application = first && applicationOf(first)
  const who = group.length === 1 ? named(group) : `${group.length} cases of ${application} (${named(group)})`
  return `${paint('red', 'unproved')} ${who}: ${printable(first?.unproved ?? '', 1000)}`
}

/** What a remark is about, of so many cases. */
const REMARKS: Record<Remark['kind'], (count: number) => string> = {
  'other-rows': count =>
    `${cases(count, 'good')} other rows than another good case of the query, in calls that "works" does not name; harmless where the rules allow both`,
  'unsaid-work': count => `of ${count === 1 ? '1 case' : `${count} cases`} "works" does not say what must come`,
  'no-violates': count => `${count === 1 ? '1 bad case has' : `${count} bad cases have`} no "# Violates"`,
  'unbuilt-world': count =>
    `for ${count === 1 ? '1 case' : `${count} cases`} a part of a world was left out, since a constraint forbids its values`,
}

function cases(count: number, label: string): string {
  return count === 1 ? `1 ${label} case gives` : `${count} ${label} cases give`
}

function named(proofs: Proof[]): string {
  const paths = [...new Set(proofs.map(({ casePath }) => casePath))]
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''
  return `${paths
    .slice(0, MOST_NAMED)
    .map(path => printable(path))
    .join(', ')}${more}`
}

function applicationOf({ casePath }: Proof): string {
  return casePath.split('/')[0] ?? ''
}
