// What one part of proof.yaml says of another: rules, actors, parameters and seeds that are named must be there. The form
// of the file may be wrong elsewhere; what cannot be read here is left to the schema.

import { nearest } from '../../lib/text/nearest.ts'
import { printable } from '../../lib/text/printable.ts'
import { checkIdentity } from './check-identity.ts'
import { parameterProblem } from './read-parameter.ts'
import { mayHave } from './schema/schema-parts.ts'
import { entriesOf, itemsOf, lineOf, lineOfKey, type Mistake, Scalar, type Tree, valueAt } from './schema/yaml-tree.ts'

/** What a part of the file may name. Absent: the part that has the names is missing or misspelt, which is told once. */
interface Names {
  context: string[]
  actors?: string[]
  rules?: string[]
  seeds: string[]
}

export function checkReferences(tree: Tree, seedsBeside: string[]): Mistake[] {
  const namesIn = (key: string) => entriesOf(valueAt(tree, key)).map(([name]) => name)
  const namesIfThere = (key: 'actors' | 'rules') => (valueAt(tree, key) === undefined ? {} : { [key]: namesIn(key) })
  const seeds = valueAt(tree, 'seeds')
  const names: Names = {
    context: namesIn('context'),
    ...namesIfThere('actors'),
    ...namesIfThere('rules'),
    seeds: seeds === undefined ? seedsBeside : itemsOf(seeds).flatMap(textOf),
  }
  return [
    ...checkActors(valueAt(tree, 'actors'), valueAt(tree, 'context')),
    ...entriesOf(valueAt(tree, 'rules')).flatMap(([id, rule]) => checkRule(id, rule, names)),
    ...entriesOf(valueAt(tree, 'queries')).flatMap(([name, query]) => checkQuery(name, query, names)),
    ...entriesOf(valueAt(tree, 'queries')).flatMap(([name, query]) =>
      entriesOf(valueAt(query, 'operations')).flatMap(([own, one]) => checkQuery(`${name}/${own}`, one, names)),
    ),
    ...checkIdentity(tree),
  ]
}

/** Every actor has a value of every trusted parameter, and of nothing else. */
function checkActors(actors: Tree | undefined, context: Tree | undefined): Mistake[] {
  const trusted = entriesOf(context).map(([name]) => name)
  if (trusted.length === 0) return []
  const shared = entriesOf(context).flatMap(([name, type]) => (valueAt(type, 'value') ? [name] : []))
  return entriesOf(actors).flatMap(([actor, values]) => {
    if (values instanceof Scalar || Array.isArray(values)) return []
    const given = Object.keys(values)
    const unknown = given.filter(name => !trusted.includes(name))
    const meant = unknown.map(name => nearest(name, trusted))
    const missing = trusted.filter(name => ![...given, ...shared, ...meant].includes(name))
    return [
      ...unknown.map(name => {
        const message = `actor ${actor} has "${printable(name, 40)}"; ${mayHave(name, trusted)}, as in "context".`
        return { line: lineOfKey(values, name), message }
      }),
      ...missing.map(name => ({
        line: lineOf(values),
        message: `actor ${actor} has no ${name}; every trusted parameter needs a value.`,
      })),
    ]
  })
}

function checkRule(id: string, rule: Tree, { rules, actors }: Names): Mistake[] {
  const within = valueAt(rule, 'within')
  const examples = itemsOf(valueAt(rule, 'example'))
  const authors = examples.map(example => valueAt(example, 'as'))
  const empty = examples.filter(example => EXAMPLE_SAYS.every(key => valueAt(example, key) === undefined))
  return [
    ...examples.flatMap(example => checkShown(id, rule, example)),
    ...empty.map(example => ({
      line: lineOf(example),
      message: `the example of ${id} says nothing; it may have ${EXAMPLE_SAYS.join(', ')}.`,
    })),
    ...textOf(within)
      .filter(other => other === id || isUnknown(other, rules))
      .map(other => ({
        line: lineOf(within),
        message: `${id} is within "${printable(other, 40)}"; the id of another rule was wanted${oneOfThese(rules?.filter(one => one !== id))}.`,
      })),
    ...authors.flatMap(as =>
      textOf(as)
        .filter(name => isUnknown(name, actors))
        .map(name => ({ line: lineOf(as), message: `the example of ${id} is by ${noActor(name, actors)}` })),
    ),
  ]
}

/** What an example may say of its actor. */
const EXAMPLE_SAYS = ['allowed', 'forbidden', 'shows', 'hides']

/** What an example shows and hides is among the tables and columns that its rule is about. */
function checkShown(id: string, rule: Tree, example: Tree): Mistake[] {
  const names = ['rows', 'columns'].flatMap(key => entriesOf(valueAt(rule, key)).map(([name]) => name))
  if (names.includes('*')) return []
  return ['shows', 'hides'].flatMap(key =>
    entriesOf(valueAt(example, key))
      .filter(([name]) => !names.includes(name))
      .map(([name]) => ({
        line: lineOfKey(valueAt(example, key) as Record<string, Tree>, name),
        message: `the example of ${id} ${key} "${printable(name, 40)}"; ${mayHave(name, names)}, as in "rows" and "columns" of ${id}.`,
      })),
  )
}

function checkQuery(name: string, query: Tree, { context, actors, rules, seeds }: Names): Mistake[] {
  const parameters = valueAt(query, 'parameters')
  const isMisspelt = !parameters && entriesOf(query).some(([key]) => nearest(key, ['parameters']))
  const own = entriesOf(parameters).filter(([parameter]) => !context.includes(parameter))
  const mistakes: Mistake[] = own.flatMap(([parameter, written]) => {
    const problem = parameterProblem(written)
    return problem ? [{ line: lineOf(written), message: `${name}.parameters.${parameter} ${problem}.` }] : []
  })
  const callers = valueAt(query, 'callers')
  const named = [
    ...entriesOf(callers).map(([id]) => ({ id, line: lineOfKey(callers ?? [], id) })),
    ...textOf(valueAt(query, 'once')).map(id => ({ id, line: lineOf(valueAt(query, 'once')) })),
  ]
  for (const { id, line } of named.filter(one => isUnknown(one.id, rules))) {
    mistakes.push({ line, message: `${name} names ${printable(id, 40)}, which is not among the rules.` })
  }
  for (const call of itemsOf(valueAt(query, 'works'))) {
    const [as, sent, seed] = ['as', 'with', 'seed'].map(key => valueAt(call, key))
    for (const actor of textOf(as).filter(one => isUnknown(one, actors)))
      mistakes.push({ line: lineOf(as), message: `${name} works as ${noActor(actor, actors)}` })
    for (const [parameter] of entriesOf(sent)) {
      if (isMisspelt || own.some(([other]) => other === parameter)) continue
      const hint = context.includes(parameter)
        ? `; the server sets it, so that it is the actor's`
        : oneOfThese(own.map(([other]) => other))
      mistakes.push({
        line: lineOfKey(sent ?? [], parameter),
        message: `${name} has no parameter "${printable(parameter, 40)}"${hint}.`,
      })
    }
    for (const file of textOf(seed).filter(one => !seeds.includes(one)))
      mistakes.push({
        line: lineOf(seed),
        message: `"${printable(file, 40)}" is not among the seeds${oneOfThese(seeds)}.`,
      })
  }
  return mistakes
}

/** The text of a scalar that has one. */
function textOf(tree: Tree | undefined): string[] {
  return tree instanceof Scalar && tree.text !== null && tree.text.trim() !== '' ? [tree.text] : []
}

function isUnknown(name: string, names: string[] | undefined): boolean {
  return names !== undefined && !names.includes(name)
}

function noActor(name: string, actors: string[] | undefined): string {
  return `"${printable(name, 40)}", who is no actor${oneOfThese(actors)}.`
}

function oneOfThese(names: string[] = []): string {
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}
