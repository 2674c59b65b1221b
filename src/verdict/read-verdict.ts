// Reads the verdict from the text of a model. A verdict comes from the `assessment` of a JSON object and from nothing else:
// prose, drafts in reasoning and cut strings give no verdict, and neither do answers that disagree.
import type { Label, NoVerdict, Verdict } from '../domain.ts'
import { type Damage, type Findings, findObjects } from './find-objects.ts'
import { isRefusal } from './is-refusal.ts'
import { type JsonObject, type JsonValue, readJson } from './read-json.ts'
import { readLabel } from './read-label.ts'
import { readRules } from './read-rules.ts'

const LONGEST_REPLY = 2 ** 20
const LONGEST_QUOTE = 80

// An assessment in the prose is the rest of an object that an unescaped quote closed too early. Such a stray assessment
// never gives a verdict. A verdict that disagrees with it does not count.
const STRAY_ASSESSMENT = /["'`“‘]assessment["'`”’]\s{0,20}:\s{0,20}["'`“‘](good|bad)\b/gi

const ANSWER_KEYS = new Set(['explanation', 'assessment', 'violated_rules'])

/** Reads the verdict of a model, or the reason why there is none. */
export function readVerdict(text: string): Verdict {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_REPLY) return noVerdict('unreadable', 'the reply is longer than a megabyte')
  const findings = findObjects(unwrapString(trimmed), key => ANSWER_KEYS.has(normalizeKey(key)))
  if (findings.damage) return explainDamage(findings.damage)
  const answers = findings.objects.filter(({ isQuoted }) => !isQuoted).flatMap(({ object }) => answersIn(object))
  const answer = answers.at(-1)
  if (!answer) return explainNoAnswer(findings)

  const assessments = answers.flatMap(object => valuesOf(object, 'assessment'))
  const unclear = assessments.find(assessment => labelOf(assessment) === undefined)
  if (unclear)
    return noVerdict('unreadable', `the assessment is ${describeValue(unclear)}, which is neither "good" nor "bad"`)
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

/** Some models send the whole answer as one JSON string, which is decoded once. Only double quotes count. */
function unwrapString(text: string): string {
  const whole = text.startsWith('"') ? readWhole(text) : undefined
  return whole?.kind === 'string' ? whole.text : text
}

function readWhole(text: string): JsonValue | undefined {
  const { value, end } = readJson(text, 0)
  return end === text.length ? value : undefined
}

/** The object itself, or the answers one level below: `{"result": {…}}`, or the arguments of a tool call. */
function answersIn(object: JsonObject): JsonObject[] {
  if (valuesOf(object, 'assessment').length > 0) return [object]
  return object.entries.flatMap(({ key, value }) => childrenOf(key, value).filter(isAnswer))
}

function childrenOf(key: string, value: JsonValue): (JsonValue | undefined)[] {
  if (value.kind === 'list') return value.items
  if (value.kind === 'string' && normalizeKey(key) === 'arguments') return [readWhole(value.text.trim())]
  return [value]
}

function isAnswer(value: JsonValue | undefined): value is JsonObject {
  return value?.kind === 'object' && valuesOf(value, 'assessment').length > 0
}

/** All values of a key. Models repeat keys, and write `Assessment` or `" assessment "`. */
function valuesOf(object: JsonObject, key: string): JsonValue[] {
  return object.entries.filter(entry => normalizeKey(entry.key) === key).map(entry => entry.value)
}

function normalizeKey(key: string): string {
  return key.trim().toLowerCase()
}

function labelOf(value: JsonValue): Label | undefined {
  return value.kind === 'string' || value.kind === 'word' ? readLabel(value.text) : undefined
}

/** An explanation that is a list or an object is kept as its source text. `null`, `None` and numbers are no explanation. */
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
    case 'too many braces':
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

function describeValue(value: JsonValue): string {
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

/** Replaces half surrogate pairs, which UTF-8 cannot encode, and NUL, which PostgreSQL does not store. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
