// What goes wrong inside a 200 or on the wire, each as data. Errors with a status of their own are in `faults.ts`.

import type { Answer, Delivery, Fault, ReplyChange } from './answer.ts'
import { raw } from './faults.ts'

/** A whole reply with some of its parts changed: `changed({ usage: null })`, `changed({ message: { content: [] } })`. */
export function changed(change: ReplyChange): Fault {
  return { fault: 'reply', ...change }
}

/** The connection is reset before a byte of the reply. */
export const resetBeforeHeaders = (): Fault => deliver({ how: 'reset', when: 'before-headers' })

/** The connection is reset after the headers and half of the body. */
export const resetInBody = (of?: Answer): Fault => deliver({ how: 'reset', when: 'in-body' }, of)

/** A 200 that holds only the blanks of the keep-alive. */
export const blankBody = () => raw(200, { 'Content-Type': 'application/json' }, `${' \n'.repeat(20)}`)

/** The reply ends, properly as HTTP goes, in the middle of its JSON. */
export const cutBody = (of?: Answer): Fault => deliver({ how: 'cut' }, of)

/** Blanks for so long, then the reply. An error that comes so late has the status 200. */
export const keepAlive = (forMs: number, of?: Answer, everyMs = 10): Fault =>
  deliver({ how: 'keep-alive', forMs, everyMs }, of)

/** Neither headers nor body, until somebody hangs up. */
export const neverAnswers = (): Fault => deliver({ how: 'never' })

/** The reply byte by byte. */
export const slowDrip = (everyMs = 1, of?: Answer): Fault => deliver({ how: 'byte-by-byte', everyMs }, of)

function deliver(delivery: Delivery, of?: Answer): Fault {
  return { fault: 'delivery', delivery, of }
}

/** A 200 whose body is an error and nothing else. */
export const errorInside = (code: number | string, message = 'Provider returned error', metadata?: object): Fault =>
  raw(200, { 'Content-Type': 'application/json' }, JSON.stringify({ error: { code, message, metadata } }))

/** A 200 whose only choice broke off: `finish_reason` "error" and an error of its own beside half an answer. */
export const choiceError = (code: number | string = 502, message = 'Provider disconnected mid-stream'): Fault =>
  changed({
    message: { content: '{"explanation": "The' },
    choice: { finish_reason: 'error', native_finish_reason: null, error: { code, message } },
    usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null, cost: 0 },
  })

/** The model declines, and says so in the field made for it. */
export const refusal = (text = "I can't help with security research of this kind."): Fault =>
  changed({
    message: { content: null, refusal: text },
    choice: { finish_reason: 'content_filter', native_finish_reason: 'refusal' },
  })

/** A filter cut the answer. */
export const contentFilter = (): Fault =>
  changed({
    message: { content: '{"explanation": "The' },
    choice: { finish_reason: 'content_filter', native_finish_reason: 'SAFETY' },
  })

/** The answer was longer than the tokens allowed. */
export const truncated = (content = '{"explanation": "The query is filtered by organisation, but'): Fault =>
  changed({ message: { content }, choice: { finish_reason: 'length', native_finish_reason: 'length' } })

/** A proper end, and no words. */
export const emptyContent = (content: '' | null = ''): Fault => changed({ message: { content } })

/** All the words went into the reasoning. */
export const reasoningOnly = (reasoning = 'So the code is bad, because the id is not checked.'): Fault =>
  changed({ message: { content: null, reasoning } })
