// One English sentence for what a witness shows. All other code works with the witness's data.

import type { Evidence, ShownChange, ShownOutcome, ShownRow, Witness } from '../../witness.ts'

/** `ann (auditor) called get-lines with po_id = 3 and got 2 rows instead of 1, because of row 9 of lines, which R1 hides from ann.` */
export function describeWitness({ rule, call, before = [], got, evidence, seed }: Witness): string {
  const earlier = before.length === 0 ? '' : `After ${listed(before.map(saidCall))}, `
  const opening = `${earlier}${saidCall(call)}${seed === undefined ? '' : ` on ${seed}`}`
  const what = happened(call.actor, got, evidence)
  if (evidence.rule === rule) return `${opening} and ${what}.`
  // What the text did is told; who is charged is said apart, so that the two do not contradict each other.
  return `${opening}, and the text was executed, which ${rule} forbids: ${call.actor} ${what}.`
}

/** `ann (auditor) called get-lines with po_id = 3` */
function saidCall({ actor, context, query, parameters, statement, from = {} }: Witness['call']): string {
  const role = context.role ? ` (${context.role})` : ''
  if (statement !== undefined) return `${actor}${role} sent “${statement}”`
  const said = saidParameters(parameters, from)
  return `${actor}${role} called ${query}${said.length > 0 ? ` with ${listed(said)}` : ''}`
}

function saidParameters(parameters: Record<string, string | null>, from: Record<string, { from: number }>): string[] {
  const given = Object.entries(parameters).filter(([, value]) => value !== null)
  const nulls = Object.entries(parameters).filter(([, value]) => value === null)
  return [
    ...given.map(([name, value]) => {
      const origin = from[name]
      return `${name} = ${value === '' ? "''" : value}${origin ? ` (from call ${origin.from + 1})` : ''}`
    }),
    ...(given.length < 2 ? nulls.map(([name]) => `${name} = NULL`) : []),
  ]
}

/** The end of a sentence whose subject is the caller. */
function happened(actor: string, got: ShownOutcome, evidence: Evidence): string {
  const { rule } = evidence
  switch (evidence.kind) {
    case 'difference':
      return `got ${difference(got, evidence)}, because of ${hiddenPart(evidence)}, which ${rule} hides from ${actor}`
    case 'forbidden-change':
      return `${changeOf(actor, evidence)}: ${describeChange(evidence.change)}`
    case 'required-row':
      return requiredRow(evidence)
    case 'caller':
      return `${evidence.hasChanged ? 'changed something' : 'got a row'}, which ${rule} allows to ${evidence.permitted.join(', ')} alone`
    case 'repeated-call':
      return `called again with the same values made ${count(evidence.moreChanges, 'more change')}`
    case 'always':
      return `${alwaysChange(evidence)}, after which this does not hold, as ${rule} says it always does: ${shortened(evidence.condition)}`
    case 'too-many-rows':
      return `got ${evidence.count} rows, where ${rule} allows ${evidence.limit}`
    case 'limit-before-filter':
      return `got ${rowsThatCame(evidence)} where there are many more of the rows that ${rule} hides from ${actor}`
  }
}

type Of<Kind extends Evidence['kind']> = Extract<Evidence, { kind: Kind }>

function difference(got: ShownOutcome, { without, value }: Of<'difference'>): string {
  if (got.error) {
    const isOfOneKind = got.error.sqlState === without.error?.sqlState
    return `an error (${got.error.message})${isOfOneKind ? ` in place of another (${without.error?.message})` : ''}`
  }
  if (without.error) return `${count(got.rowCount, 'row')} in place of an error`
  if (got.rowCount !== without.rowCount) return `${count(got.rowCount, 'row')} instead of ${without.rowCount}`
  if (got.changeCount !== without.changeCount)
    return `${count(got.changeCount, 'change')} instead of ${without.changeCount}`
  if (got.rowCount === 0) return 'another change'
  if (!value) return 'another result'
  return `${value.column} = ${value.got ?? 'NULL'} instead of ${value.without ?? 'NULL'}`
}

function hiddenPart({ hidden }: Of<'difference'>): string {
  const [first] = hidden
  if (!first) return 'hidden rows'
  const more = hidden.length > 1 ? ` and ${hidden.length - 1} more` : ''
  const row = `row ${nameOf(first.row)} of ${first.table}${more}`
  return first.columns.length === 0 ? row : `${first.columns.join(', ')} in ${row}`
}

const VERBS = { INSERT: 'inserted', UPDATE: 'updated', DELETE: 'deleted' }

function changeOf(actor: string, { rule, why, change: { operation, table } }: Of<'forbidden-change'>): string {
  if (why === 'forbidden') return `${VERBS[operation]} a row of ${table} in a way that ${rule} forbids`
  const verb = why === 'of-hidden-row' ? VERBS[operation] : operation === 'INSERT' ? 'made' : 'turned a row into'
  return `${verb} a row of ${table} that ${rule} hides from ${actor}`
}

/** What the last call changed. */
function alwaysChange({ changes }: Of<'always'>): string {
  const last = changes.at(-1)
  const own = changes.filter(({ call }) => call === last?.call)
  const [first] = own
  if (!first) return 'changed nothing'
  const more = own.length > 1 ? ` and made ${count(own.length - 1, 'more change')}` : ''
  return `${VERBS[first.operation]} a row of ${first.table} (${describeChange(first)})${more}`
}

const LONGEST_CONDITION = 200

function shortened(text: string): string {
  return text.length > LONGEST_CONDITION ? `${text.slice(0, LONGEST_CONDITION)}…` : text
}

function requiredRow({ rule, of, inserts, wanted, made }: Of<'required-row'>): string {
  const rows = wanted === null || wanted === 1 ? `the row in ${inserts}` : `the ${wanted} rows in ${inserts}`
  if (!('change' in of)) return `got the row ${of.key} of ${of.table} without ${rows} that ${rule} requires`
  const isTooMany = wanted !== null && made > wanted
  const how = isTooMany
    ? `with ${count(made, 'row')} in ${inserts} where ${rule} requires ${wanted}`
    : `without ${rows} that ${rule} requires`
  return `${VERBS[of.change.operation]} a row of ${of.change.table} ${how}: ${describeChange(of.change)}`
}

function rowsThatCame({ rowsBefore, rowsAfter }: Of<'limit-before-filter'>): string {
  return rowsBefore === rowsAfter ? `${rowsBefore} other rows` : `${rowsAfter} rows instead of ${rowsBefore}`
}

function describeChange({ old, new: next }: ShownChange): string {
  if (old === null || next === null) return nameOf(old ?? next ?? {})
  const changed = Object.keys(next).filter(name => old[name] !== next[name])
  const key = keyOf(old)
  if (changed.length === 0) return `${key} with the values that it has`
  return `${key} with ${listed(changed.map(name => `${name} from ${old[name] ?? 'NULL'} to ${next[name] ?? 'NULL'}`))}`
}

const TELLING = /name|title|body|description|subject(?!_id)|label|sku|text/

/** A row by its key and by words that tell people what it is: `7 (“Broken printer”)`. */
function nameOf(row: ShownRow): string {
  const key = keyOf(row)
  const words = Object.entries(row).find(([name, value]) => TELLING.test(name) && value)
  return `${key}${words && words[1] !== key ? ` (“${words[1]}”)` : ''}`
}

/** jsonb puts short names first: the id may stand anywhere. A list says little of which row it is. */
function keyOf(row: ShownRow): string {
  const name = Object.keys(row).find(one => one === 'id') ?? Object.keys(row).find(one => one.endsWith('_id'))
  const plain = Object.values(row).find(value => !/^[[{]/.test(value ?? ''))
  return (name === undefined ? plain : row[name]) ?? ''
}

function listed(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
