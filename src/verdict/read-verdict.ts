// From what a model wrote to its verdict. A verdict comes from the `assessment` of a JSON object and from nothing else:
// prose, drafts in reasoning and cut strings never give one, and answers that disagree are no answer.
import type { Label, NoVerdict, Verdict } from '../domain.ts'
import { type Damage, type Findings, findObjects } from './find-objects.ts'
import { isRefusal } from './is-refusal.ts'
import { type JsonObject, type JsonValue, readJson } from './read-json.ts'
import { readLabel } from './read-label.ts'
import { readRules } from './read-rules.ts'

const LONGEST_REPLY = 2 ** 20
const LONGEST_QUOTE = 80

// Half an answer in the prose is the rest of an object that a quote inside it closed too early. It never gives a verdict,
// but it can take one away.
const STRAY_ASSESSMENT = /["'`“‘]assessment["'`”’]\s{0,20}:\s{0,20}["'`“‘](good|bad)\b/gi

const ANSWER_KEYS = new Set(['explanation', 'assessment', 'violated_rules'])

/** Reads the verdict that a model wrote; or says why there is none. */
export function readVerdict(text: string): Verdict {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_REPLY) return noVerdict('unreadable', 'the reply is longer than a megabyte')
  const findings = findObjects(unwrapString(trimmed), key => ANSWER_KEYS.has(plainKey(key)))
  if (findings.damage) return explainDamage(findings.damage)
  const answers = findings.objects.filter(({ isQuoted }) => !isQuoted).flatMap(({ object }) => answersIn(object))
  const answer = answers.at(-1)
  if (!answer) return explainNoAnswer(findings)

  const assessments = answers.flatMap(object => valuesOf(object, 'assessment'))
  const unclear = assessments.find(assessment => labelOf(assessment) === undefined)
  if (unclear) return noVerdict('unreadable', `the assessment is ${show(unclear)}, which is neither "good" nor "bad"`)
  const strays = [...findings.prose.matchAll(STRAY_ASSESSMENT)].map(([, label = '']) => readLabel(label))
  const labels = new Set([...assessments.map(labelOf), ...strays])
  const [result] = labels
  if (result === undefined || labels.size > 1) {
    return noVerdict('unreadable', 'two different assessments, "good" and "bad"')
  }
  const [explanation] = valuesOf(answer, 'explanation')
  const [rules] = valuesOf(answer, 'violated_rules')
  return { result, explanation: readExplanation(explanation), rules: readRules(rules) }
}

/** Some models send the answer as a JSON string: decode it once. Other quotes are decoration and escape nothing. */
function unwrapString(text: string): string {
  const whole = text.startsWith('"') ? readWhole(text) : undefined
  return whole?.kind === 'string' ? whole.text : text
}

function readWhole(text: string): JsonValue | undefined {
  const { value, end } = readJson(text, 0)
  return end === text.length ? value : undefined
}

/** The object itself; or, one wrapper deep, what it holds: `{"result": {…}}`, or the arguments of a tool call. */
function answersIn(object: JsonObject): JsonObject[] {
  if (valuesOf(object, 'assessment').length > 0) return [object]
  return object.entries.flatMap(({ key, value }) => heldIn(key, value).filter(isAnswer))
}

function heldIn(key: string, value: JsonValue): (JsonValue | undefined)[] {
  if (value.kind === 'list') return value.items
  if (value.kind === 'string' && plainKey(key) === 'arguments') return [readWhole(value.text.trim())]
  return [value]
}

function isAnswer(value: JsonValue | undefined): value is JsonObject {
  return value?.kind === 'object' && valuesOf(value, 'assessment').length > 0
}

/** All values of a key: models repeat keys, and write them `Assessment` and `" assessment "`. */
function valuesOf(object: JsonObject, key: string): JsonValue[] {
  return object.entries.filter(entry => plainKey(entry.key) === key).map(entry => entry.value)
}

function plainKey(key: string): string {
  return key.trim().toLowerCase()
}

function labelOf(value: JsonValue): Label | undefined {
  return value.kind === 'string' || value.kind === 'word' ? readLabel(value.text) : undefined
}

/** An explanation in parts is kept as it was written; `null` and its like are none. */
function readExplanation(value: JsonValue | undefined): string {
  if (value === undefined || value.kind === 'word') return ''
  return storable(value.kind === 'string' ? value.text : value.source)
}

function explainDamage({ kind, at }: Damage): Verdict {
  switch (kind) {
    case 'cut in reasoning':
      return noVerdict('truncated', 'the reply ends inside its reasoning')
    case 'cut in object':
      return noVerdict('truncated', 'the reply ends inside a JSON object')
    case 'broken object':
      return noVerdict('unreadable', `the JSON cannot be read from character ${at + 1} on`)
    case 'too tangled':
      return noVerdict('unreadable', 'too many braces that open nothing')
  }
}

function explainNoAnswer({ objects, prose }: Findings): Verdict {
  if (objects.some(({ isQuoted, object }) => isQuoted && answersIn(object).length > 0)) {
    return noVerdict('unreadable', 'the only assessment is quoted, inside a sentence or code')
  }
  if (objects.length > 0) return noVerdict('unreadable', 'no "assessment" in the JSON object')
  if (!/[^\s\u200b-\u200d\u2060]/.test(prose.replace(/<\|[^<>|]{0,40}\|>/g, ''))) {
    return noVerdict('empty', 'the reply holds no answer text')
  }
  if (isRefusal(prose)) return noVerdict('refused', `the model declined: ${quote(prose.trim())}`)
  return noVerdict('unreadable', 'no JSON object in the reply')
}

function noVerdict(result: NoVerdict, explanation: string): Verdict {
  return { result, explanation, rules: [] }
}

function show(value: JsonValue): string {
  if (value.kind === 'string') return quote(value.text)
  return clip(value.kind === 'word' ? value.text : value.source)
}

function quote(text: string): string {
  return `"${clip(text)}"`
}

function clip(text: string): string {
  const start = text.slice(0, LONGEST_QUOTE).replace(/\s+/g, ' ')
  return storable(text.length > LONGEST_QUOTE ? `${start}…` : start)
}

/** Half a surrogate pair cannot be written as UTF-8, and Postgres refuses NUL. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
