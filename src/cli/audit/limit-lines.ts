import type { Audit, LimitCheck, ScopeAudit } from '../../shortcuts.ts'
import type { painter } from '../context.ts'
import { namesBeyondChance } from './above-chance.ts'
import { wrapWords } from './wrap-words.ts'

type Paint = ReturnType<typeof painter>

/** What of the whole folder is outside a limit, or that nothing is. */
export function limitLines(limits: LimitCheck[], paint: Paint): string {
  const lines = linesOutside(limits, paint)
  const measured = limits.filter(({ value }) => value !== null).length
  const kept = `${measured - lines.length} of ${measured} limits are kept.`
  const informs = limits.some(({ status }) => status === 'informs')
    ? [
        'Limits that leave a query out only inform until there are three applications. Those of a level by',
        'itself only inform, but for migrations of six queries and more.',
      ]
    : []
  return [kept, ...lines, ...informs].join('\n')
}

/** The same of chosen applications, for which no limit holds. Of a single application, also what is above chance. */
export function partLines({ whole, limits }: Audit, paint: Paint): string {
  const informs = 'These figures only inform: limits hold for the whole folder.'
  return [...linesOutside(limits, paint), ...closing(informs, whole)].join('\n')
}

function closing(informs: string, whole: ScopeAudit): string[] {
  // The chance of classifiers is not measured for several applications together.
  if (whole.application === null || whole.notScored !== undefined) return [informs]
  const names = namesBeyondChance(whole)
  const beyond = whole.level !== null ? 'outside' : 'above'
  if (names.length === 0) return [`${informs} No figure is ${beyond} its chance.`]
  return [
    informs,
    wrapWords(`${beyond === 'above' ? 'Above' : 'Outside'} their chance: `, `${names.join('; ')}.`.split(' ')),
  ]
}

function linesOutside(limits: LimitCheck[], paint: Paint): string[] {
  return limits
    .filter(({ status }) => status !== 'kept')
    .map(({ name, value, least, most, status }) => {
      const word = status === 'broken' ? paint('red', 'broken') : paint('yellow', 'informs')
      const bounds = least > 0 ? `${least.toFixed(2)} to ${most.toFixed(2)}` : `at most ${most.toFixed(2)}`
      return `${word}  ${name} ${value?.toFixed(3)}; ${bounds} was wanted`
    })
}
