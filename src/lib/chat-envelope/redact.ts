import { printable } from '../text/printable.ts'

// Servers repeat keys in their errors: "Incorrect API key provided: sk-…". Which key was sent is not known here, so
// everything that has the form of one goes.
const SECRETS = [
  /\b(?:sk|gsk|pk|rk|xai|hf|nvapi|csk|fw|r8|ghp|tgp|pplx)[-_][\w*.-]{6,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\beyJ[\w-]{10,}(?:\.[\w-]*){0,4}/g,
  /\b[\da-f]{32,}\b/gi,
  /(?<=\bbearer\s{1,4})[^\s"',;]+/gi,
  /(?<=\b(?:api[ _-]?key|authorization|secret|password)(?: provided)?["']?\s?[:=]\s?["']?)(?!bearer\b)[^\s"',;]+/gi,
  /(?<=[?&](?:key|api_key|token|access_token)=)[^\s&"']+/gi,
]

const LONGEST_WORDS = 300

/** A server's words on one line: shortened, without control characters and without anything that looks like a key. */
export function redact(text: string): string {
  // Cleaned before it is cut, so that no half of a key is left that the patterns do not know.
  const start = text.slice(0, LONGEST_WORDS * 8).toWellFormed()
  const clean = SECRETS.reduce((words, secret) => words.replace(secret, '[removed]'), start)
  return printable(clean, LONGEST_WORDS)
}
