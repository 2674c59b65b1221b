// Between the nouns and the columns of the database.
import type { SQLInputValue } from 'node:sqlite'
import type { Answer, Case, Provenance, Question, Result } from '../../domain.ts'
import type { StoredJudgement, StoredReply } from '../store.ts'

export type Columns = Record<string, SQLInputValue>

// Longer replies are cut.
const LONGEST_REPLY = 1024 * 1024

/** What a question is about, whatever the content of the case. Of all answers with the same identity, one is current. */
export const IDENTITY = `case_path = :case_path AND model_name = :model_name AND host = :host AND parameters = :parameters
  AND prompt = :prompt AND repeat = :repeat`

export function questionColumns({ model, evaluationPrompt, repeat }: Question) {
  return {
    model_name: model.name,
    host: model.host,
    parameters: model.parameters,
    prompt: evaluationPrompt.name,
    repeat,
  }
}

export function caseColumns({ path, file, application, query, label, violates }: Case) {
  return {
    case_path: path,
    test_file: file,
    application,
    query,
    expected_result: label,
    violates: JSON.stringify(violates),
  }
}

export function answerColumns({ timestamp, reply, verdict, provenance, typedName, latencyMs }: Answer): Columns {
  return {
    timestamp,
    actual_result: verdict.result,
    explanation: verdict.explanation,
    named_rules: JSON.stringify(verdict.rules),
    latency_ms: Math.round(latencyMs),
    attempts: reply.attempts,
    reply: reply.body.slice(0, LONGEST_REPLY),
    http: reply.http ? JSON.stringify(reply.http) : null,
    sent: reply.sent ?? null,
    typed_name: typedName,
    ...provenanceColumns(provenance),
  }
}

function provenanceColumns(provenance: Provenance | null): Columns {
  return {
    provider: provenance?.provider ?? null,
    served_model: provenance?.servedModel ?? null,
    finish_reason: provenance?.finishReason ?? null,
    native_finish_reason: provenance?.nativeFinishReason ?? null,
    generation_id: provenance?.generationId ?? null,
    prompt_tokens: provenance?.promptTokens ?? null,
    completion_tokens: provenance?.completionTokens ?? null,
    cached_tokens: provenance?.cachedTokens ?? null,
    reasoning_tokens: provenance?.reasoningTokens ?? null,
    cost: provenance?.cost ?? null,
  }
}

export function toStoredJudgement(row: Record<string, unknown>): StoredJudgement {
  return {
    verdict: { result: row.actual_result as Result, rules: JSON.parse(row.named_rules as string) },
    latencyMs: row.latency_ms as number,
    promptTokens: row.prompt_tokens as number | null,
    completionTokens: row.completion_tokens as number | null,
    cost: row.cost as number | null,
  }
}

export function toStoredReply(row: Record<string, unknown>): StoredReply {
  return {
    id: row.id as number,
    casePath: row.case_path as string,
    model: row.model_name as string,
    body: row.reply as string,
    http: row.http === null ? undefined : JSON.parse(row.http as string),
    result: row.actual_result as Result,
    explanation: row.explanation as string,
    rules: JSON.parse(row.named_rules as string),
  }
}
