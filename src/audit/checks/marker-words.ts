// Words that tell the label, whatever the code does. In comments they are looked for as they are read; in code inside
// names too (`is_vulnerable`, `skipAuthCheck`), except in names that the specification itself has: a bug tracker may
// have a table `bugs` and a column `unsafe_flag`.

import type { Problem } from '../../domain.ts'
import type { AuditCase } from '../audit-case.ts'
import { commentText } from '../code/read-code.ts'
import type { Token } from '../code/tokens.ts'

/** Errors: no specification makes these harmless in a comment. */
const TELLING =
  /\b(vulnerab\w*|insecure\w*|exploit\w*|cwe-?\d+|todo|fixme|xxx|buggy|flaw(s|ed)?|(good|bad) (case|example|version)|(missing|forg[eo]t\w*) (the |a |an |any )?(\w+ )?(check|filter|guard|validation|authori[sz]ation)s?)\b/i

/** Warnings: honest code may say these too, and they may be the application's own subject; then its Prompt has them. */
const SUSPICIOUS =
  /\b(unsafe(ly)?|bugs?|hack(s|ed|er|ers|y)?|attack(s|er|ers)?|malicious\w*|bypass\w*|leak(s|ed|ing|y)?|inject(s|ed|ion|ions|able)?|broken|wrong(ly)?|incorrect(ly)?|mistake(s|nly)?|oops|dangerous\w*|risky|backdoor\w*)\b/i

/** In names: no common column, variable or function has these parts. */
const IN_NAMES =
  /^(vulnerab\w*|insecure|unsafe|exploit\w*|buggy|flawed|hacked|attacker|malicious|bypass|backdoor|todo|fixme)$/

/** A problem for each case in which a word tells the label. */
export function findMarkerWords(cases: AuditCase[]): Problem[] {
  return cases.flatMap(one => {
    const prompt = one.from.application.prompt.toLowerCase()
    const comments = one.code.comments.map(commentText).join('\n')
    const telling = TELLING.exec(comments)?.[0]
    if (telling !== undefined) return [problem(one, 'error', `"${telling}" in a comment gives the label away`)]
    const name = one.code.tokens.find(token => isMarkerName(token, prompt))
    if (name) return [problem(one, 'error', `"${name.text}" in the code gives the label away`)]
    const suspicious = SUSPICIOUS.exec(comments)?.[0]
    if (suspicious === undefined || hasWord(prompt, suspicious.toLowerCase())) return []
    return [problem(one, 'warning', `"${suspicious}" in a comment may give the label away`)]
  })
}

function problem(one: AuditCase, severity: Problem['severity'], found: string): Problem {
  return {
    severity,
    file: one.case.file,
    message: `${found}; words that stand over good and bad code alike were wanted.`,
  }
}

function isMarkerName({ kind, text, isKeyword }: Token, prompt: string): boolean {
  if (kind === 'parameter' || (kind === 'word' && isKeyword !== true)) {
    const parts = text
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[^a-z]+/)
    return parts.some(part => IN_NAMES.test(part)) && !hasWord(prompt, text.replace(/^:/, '').toLowerCase())
  }
  return false
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}_]+/u).includes(word)
}
