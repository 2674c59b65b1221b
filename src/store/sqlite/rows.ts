// Between the nouns and the columns of the database.
import type { SQLInputValue } from 'node:sqlite'
import type { Answer, Case, Evaluation, HttpFacts, Label, Provenance, Question, Result, Verdict } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'

export interface StoredReply {
  id: number
  casePath: string
  model: string
  body: string
  http: HttpFacts | undefined
  result: Result
  explanation: string
  rules: string[]
}

/** As much of the current answer to a question as a score needs. */
export type StoredJudgement = Pick<Evaluation, 'latencyMs' | 'cost' | 'promptTokens' | 'completionTokens'> & {
  verdict: Pick<Verdict, 'result' | 'rules'>
}

/** What is known of a case beside its content, as current answers have it. */
export interface StoredPlace {
  casePath: string
  application: string
  testFile: string
  label: Label
  violates: string
  descriptionHash: string
  content: string
}

export type Columns = Record<string, SQLInputValue>

// As much of a reply as is kept.
const LONGEST_REPLY = 1024 * 1024

/** What tells one question from another, whatever its content: of these, one answer is current. */
export const IDENTITY = `case_path = :case_path AND model_name = :model_name AND host = :host AND parameters = :parameters
  AND prompt = :prompt AND repeat = :repeat`

/** What the specification and the case say to a model, whatever the evaluation prompt. */
export const CONTENT = "code_hash || ' ' || specification_hash || ' ' || language"

/** The same of a case that is read from its file. */
export function contentOf({ code, language }: Case, specificationHash: string): string {
  return `${hash(code)} ${specificationHash} ${language}`
}

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
