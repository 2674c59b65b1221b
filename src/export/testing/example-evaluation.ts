import type { Result } from '../../domain.ts'
import type { ExportedEvaluation } from '../columns.ts'

/** A bad case of `shop` that `vendor/model` called bad, unless told otherwise. */
export function exampleEvaluation(
  given: Partial<ExportedEvaluation> & { result?: Result; rules?: string[]; name?: string },
): ExportedEvaluation {
  const { result = 'bad', rules = ['R1'], name = 'vendor/model', ...more } = given
  return {
    id: 1,
    timestamp: '2026-08-14T09:30:00.000Z',
    application: 'shop',
    query: 'list-orders',
    casePath: 'shop/list-orders-03-bad.md',
    testFile: '/somewhere/shop/list-orders-03-bad.md',
    label: 'bad',
    language: 'sql',
    code: 'SELECT 1;',
    description: '',
    violates: ['R1'],
    codeHash: 'c0de',
    specificationHash: '5bec',
    model: { name, host: name.startsWith('baseline/') ? 'built-in' : 'models.example', parameters: '{}' },
    prompt: 'default',
    repeat: 1,
    verdict: { result, explanation: 'because', rules },
    latencyMs: 1500,
    provider: null,
    promptTokens: 10,
    completionTokens: 20,
    cost: 0.25,
    level: 'statement',
    isDecoy: false,
    ...more,
  }
}
