import { at, isBlank } from './fields.ts'
import { readChoice } from './read-choice.ts'
import { redact } from './redact.ts'
import type { Trouble } from './trouble.ts'

export interface MessageText {
  /** What the model wrote. */
  text: string
  /** Whether a limit of tokens stopped the model. */
  isCut: boolean
  /** Whether the text is a JSON object that was all of the reasoning, and there was nothing else. */
  isReasoning: boolean
}

/** Why there is no message. */
export interface NoMessage {
  trouble: Trouble
  message: string
  /** Absent when `trouble` alone decides it. */
  isRetryable?: boolean
}

// One choice is asked for.
const MOST_CHOICES = 16

/** One choice is asked for. Of several, the text is joined: answers that disagree must not be hidden behind the first. */
export function openChoices(choices: unknown[]): MessageText | NoMessage {
  if (choices.length === 0) return { trouble: 'provider', message: 'the reply holds no choices' }
  const opened = choices.slice(0, MOST_CHOICES).map(readChoice)
  const broken = opened.find(choice => choice?.ending === 'broken')
  if (broken) return { trouble: 'provider', message: redact(`the reply broke off, finish reason ${broken.reason}`) }
  const refused = opened.find(choice => choice?.ending === 'refused')
  if (refused) return { trouble: 'refusal', message: redact(refused.refusal || `finish reason ${refused.reason}`) }
  if (opened[0] === undefined) return explainNoMessage(choices[0])

  const text = opened.map(choice => choice?.text ?? '').join('\n')
  const cut = opened.find(choice => choice?.ending === 'cut')
  const isReasoning = opened.some(choice => choice?.isReasoning)
  if (!isBlank(text)) return { text: text.trim(), isCut: cut !== undefined, isReasoning }
  if (cut) return { trouble: 'truncated', message: redact(`no text before it, finish reason ${cut.reason}`) }
  const reason = opened[0].reason && `, finish reason ${opened[0].reason}`
  return { trouble: 'empty', message: redact(`the message holds no text${reason}`) }
}

function explainNoMessage(choice: unknown): NoMessage {
  if (typeof at(choice, 'text') !== 'string') return { trouble: 'provider', message: 'the reply holds no message' }
  return { trouble: 'http_body', message: 'a reply of the old completions interface, not of chat: check the base URL' }
}
