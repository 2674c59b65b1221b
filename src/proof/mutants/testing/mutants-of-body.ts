import { mutateSql } from '../mutate-sql.ts'

const HEAD = 'CREATE FUNCTION f(p int, q text) RETURNS SETOF int LANGUAGE plpgsql AS $f$'

/**
 * For each mutant of a PL/pgSQL body: `line operator: what`, and the changed lines of the body on one line. The body begins
 * in line 1. `operators` has the names of the operators that the test is about, with blanks between them; a new operator
 * then does not change the test. Without it, all operators.
 */
export async function mutantsOfBody(body: string, operators?: string): Promise<[string, string][]> {
  const before = body.split('\n')
  const { mutants } = await mutateSql(`${HEAD} ${body} $f$`, [])
  const chosen = mutants.filter(({ operator }) => operators?.split(' ').includes(operator) ?? true)
  return chosen.map(({ sql, line, operator, what }) => {
    const after = sql
      .slice(HEAD.length - '$f$'.length)
      .replace(/^\$\w*\$ /, '')
      .replace(/ \$\w*\$$/, '')
      .trim()
      .split('\n')
    const first = after.findIndex((text, at) => text.trim() !== before[at]?.trim())
    const last = after.findLastIndex((text, at) => text.trim() !== before[at + before.length - after.length]?.trim())
    return [
      `${line} ${operator}: ${what}`,
      after
        .slice(first, last + 1)
        .map(text => text.trim())
        .join(' '),
    ]
  })
}
