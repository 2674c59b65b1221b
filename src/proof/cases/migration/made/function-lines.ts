import { withoutComments } from '../../../sql/sql-text.ts'
import { hasWord } from './used-commands.ts'

/** A function of the database, with its definition as PostgreSQL writes it. */
export interface DefinedFunction {
  name: string
  /** `f(integer)`. */
  signature: string
  isDefiner: boolean
  definition: string
}

/** A table or view, as far as it matters to code that runs as another role. */
export interface ReachedRelation {
  name: string
  /** Row level security, or a view, which may stand on anything. */
  isGuarded: boolean
}

/** What a function does beside reading, or who it asks for. */
const MORE_THAN_READS = /\b(?:insert|update|delete|merge|execute|perform|call|user|\w+_user|current_role)\b/i

/**
 * A line for each function. Of a function that only reads tables without row level security, SECURITY DEFINER is a right more
 * and nothing else; of one that reads no table, it is nothing.
 */
export function functionLines(functions: DefinedFunction[], relations: ReachedRelation[], right: string): string[] {
  return functions.flatMap(one => {
    const texts = reachedTexts(one, functions)
    const reached = relations.filter(({ name }) => texts.some(text => hasWord(text, name)))
    if (texts.some(text => MORE_THAN_READS.test(text)) || reached.some(({ isGuarded }) => isGuarded))
      return [one.definition]
    // PostgreSQL writes it on a line with others, or on one of its own.
    const definition = one.definition.replace(/\n SECURITY DEFINER(?=\n)| SECURITY DEFINER\b/, '')
    return one.isDefiner && reached.length > 0 ? [definition, `${right} definer ${one.signature}`] : [definition]
  })
}

/** The bodies of the function and of all functions that it may call. */
function reachedTexts(one: DefinedFunction, functions: DefinedFunction[]): string[] {
  const reached = new Set([one])
  // A set that grows while it is gone through.
  for (const { definition } of reached)
    for (const other of functions) if (hasWord(bodyOf(definition), other.name)) reached.add(other)
  return [...reached].map(({ definition }) => bodyOf(definition))
}

/** The definition behind its head, which names the function and its types. */
function bodyOf(definition: string): string {
  const [, body = definition] = /\n(?:AS |RETURN |BEGIN ATOMIC)([\s\S]*)/.exec(definition) ?? []
  return withoutComments(body)
}
