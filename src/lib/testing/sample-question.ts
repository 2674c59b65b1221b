import type { Answer, Case, Question, Result } from '../../domain.ts'

/** A question about the case with this number; its key depends on its case, model and repeat as in a real run. */
export function sampleQuestion(
  more: { case?: Partial<Case>; model?: string; repeat?: number; key?: string } = {},
): Question {
  const sample: Case = {
    application: 'notes',
    query: 'get-note',
    number: '03',
    label: 'bad',
    path: 'notes/get-note-03-bad.md',
    file: '/corpus/notes/get-note-03-bad.md',
    description: 'Reads a note.',
    code: 'SELECT 1;',
    language: 'sql',
    violates: ['R1'],
    ...more.case,
  }
  const { model = 'baseline/coin', repeat = 1 } = more
  return {
    case: sample,
    application: { name: 'notes', title: 'Notes', prompt: 'spec', rules: [], directory: '/notes' },
    evaluationPrompt: { name: 'default', text: 'ask' },
    model: { name: model, host: 'built-in', parameters: '{}' },
    repeat,
    key: more.key ?? `${sample.code} ${model} ${repeat}`,
  }
}

export function sampleAnswer(result: Result, explanation = 'because', rules: string[] = []): Answer {
  return {
    timestamp: '2026-03-01T12:00:00.000Z',
    reply: { body: 'as it came', attempts: 1 },
    verdict: { result, explanation, rules },
    provenance: null,
    typedName: 'typed',
    latencyMs: 12.4,
  }
}
