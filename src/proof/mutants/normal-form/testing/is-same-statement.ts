import { loadModule } from 'libpg-query'
import { parseStatements } from '../../../sql/parse-statements.ts'
import { numberParameters } from '../../tree/numbered-parameters.ts'
import { normalForm } from '../normal-form.ts'

/** Whether two statements have the same normal form. */
export async function isSameStatement(
  one: string,
  other: string,
  parameters: readonly string[] = [],
): Promise<boolean> {
  await loadModule()
  const [a, b] = [one, other].map(sql => normalForm(parseStatements(numberParameters(sql, parameters))))
  return a === b
}
