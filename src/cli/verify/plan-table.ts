import { printable } from '../../lib/text/printable.ts'
import { textTable } from '../../lib/text/text-table.ts'
import type { SeedPlan } from '../../run/verify/plan-case.ts'

type ActorPlan = SeedPlan['actors'][number]

const WIDEST = 100

/** The call plan of a case: how many calls there are for each reason, then the calls of each actor. */
export function planTable(casePath: string, plans: SeedPlan[], bold: (text: string) => string): string {
  return plans
    .map(({ seed, actors }) => {
      const calls = actors.flatMap(one => one.calls)
      const title = `${casePath} on ${seed}: ${calls.length} calls by ${actors.length} actors`
      return [bold(title), totals(actors), ...actors.map(one => actorTable(one, bold))].join('\n\n')
    })
    .join('\n\n')
    .concat('\n')
}

function totals(actors: ActorPlan[]): string {
  const byReason = Map.groupBy(
    actors.flatMap(({ calls }) => calls),
    ({ reason }) => reason,
  )
  return textTable(
    [
      { title: 'reason', align: 'left' },
      { title: 'calls', align: 'right' },
    ],
    [...byReason].map(([reason, calls]) => [reason, `${calls.length}`]),
  )
}

function actorTable({ actor, start, calls }: ActorPlan, bold: (text: string) => string): string {
  const rows = calls.map(({ why, parameters }, nth) => {
    const changed = Object.entries(parameters).filter(([name, value]) => value !== (start[name] ?? null))
    return [`${nth + 1}`, printable(why, WIDEST), changed.length === 0 ? '-' : given(changed)]
  })
  const table = textTable(
    [
      { title: '#', align: 'right' },
      { title: 'why', align: 'left' },
      { title: 'other than in the base call', align: 'left' },
    ],
    rows,
  )
  return `${bold(printable(actor))}: ${calls.length} calls; base call: ${given(Object.entries(start)) || 'no parameters'}\n${table}`
}

/** `status = OPEN, page_size = NULL` */
function given(values: [string, string | null][]): string {
  return values.map(([name, value]) => `${name} = ${printable(value ?? 'NULL', WIDEST)}`).join(', ')
}
