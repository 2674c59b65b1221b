// Words that give the label away, whatever the code does. Comments are searched for whole words. Code is searched for
// parts of names too (`is_vulnerable`, `bypassCheck`), except for names that the specification uses: a bug tracker may
// have a table `bugs` and a column `unsafe_flag`.

import type { Problem } from '../../domain.ts'
import type { AuditCase } from '../audit-case.ts'
import { commentText } from '../code/read-code.ts'
import type { Token } from '../code/tokens.ts'

/** These words in a comment are errors, whatever the specification says. */
const REVEALING =
  /\b(vulnerab\w*|insecure\w*|exploit\w*|cwe-?\d+|todo|fixme|xxx|buggy|flaw(s|ed)?|(good|bad) (case|example|version)|(missing|forg[eo]t\w*) (the |a |an |any )?(\w+ )?(check|filter|guard|validation|authori[sz]ation)s?)\b/i

/** These words in a comment are warnings: good code may use them too. They are allowed when the Prompt section uses them. */
const SUSPICIOUS =
  /\b(unsafe(ly)?|bugs?|hack(s|ed|er|ers|y)?|attack(s|er|ers)?|malicious\w*|bypass\w*|leak(s|ed|ing|y)?|inject(s|ed|ion|ions|able)?|broken|wrong(ly)?|incorrect(ly)?|mistake(s|nly)?|oops|dangerous\w*|risky|backdoor\w*)\b/i

/** These parts of a name are errors: no common column, variable or function has them. */
const IN_NAMES =
  /^(vulnerab\w*|insecure|unsafe|exploit\w*|buggy|flawed|hacked|attacker|malicious|bypass|backdoor|todo|fixme)$/

/** Reports each case in which a word gives the label away. */
export function findMarkerWords(cases: AuditCase[]): Problem[] {
  return cases.flatMap(one => {
    const prompt = one.from.application.prompt.toLowerCase()
    const comments = one.code.comments.map(commentText).join('\n')
    const revealing = REVEALING.exec(comments)?.[0]
    if (revealing !== undefined) return [problem(one, 'error', `"${revealing}" in a comment gives the label away`)]
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
