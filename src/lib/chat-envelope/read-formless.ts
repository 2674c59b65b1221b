// Replies that are not the JSON object of a server: most often of something that stands before it, or of another one.
import { classifyError } from './classify-error.ts'
import type { NoMessage } from './open-choices.ts'
import type { Body } from './parse-body.ts'
import type { ErrorFacts } from './read-error.ts'
import { redact } from './redact.ts'
import type { Trouble } from './trouble.ts'

type Formless = Exclude<Body, { kind: 'json' }>

// What proxies say when the server behind them is in trouble: it passes. A website at a wrong address stays.
const PROXY = /gateway|cloudflare|proxy|upstream|timeout|timed out|unavailable|overload|busy|just a moment|maintenance/i

// A proxy's page is of the same meaning as its status; with other statuses it only shows that no server was reached.
const PAGE_STATUSES = new Set([401, 402, 407, 408, 413, 429, 499])

/** `facts` are those of the text, when there is any. */
export function readFormless(body: Formless, facts: ErrorFacts, status: number): NoMessage {
  const trouble = troubleOf(body, facts, status)
  const message = redact(`HTTP ${status}: ${show(body)}`)
  if (trouble !== 'http_body') return { trouble, message }
  const isRetryable = isPassing(body, status)
  return { trouble, message: isRetryable ? message : `${message}; is the base URL right?`, isRetryable }
}

function troubleOf(body: Formless, facts: ErrorFacts, status: number): Trouble {
  if (status < 400) return 'http_body'
  if (status === 404 || status === 405) {
    const isAboutModel = classifyError({ ...facts, code: null }, 0) === 'model'
    return isAboutModel ? 'model' : 'http_body'
  }
  if (body.kind === 'page' && status < 500 && !PAGE_STATUSES.has(status)) return 'http_body'
  // Cloudflare's firewall, which code under test can set off: `error code: 1020`.
  if (body.kind === 'text' && /^error code: 1\d{3}\b/.test(body.text)) return 'http_body'
  return classifyError(facts, status)
}

function isPassing(body: Formless, status: number): boolean {
  if (body.kind === 'page') return PROXY.test(body.title)
  if (body.kind === 'text') return status < 400 && PROXY.test(body.text.slice(0, 1000))
  return (body.kind === 'blank' || body.kind === 'cut') && status !== 404 && status !== 405
}

function show(body: Formless): string {
  switch (body.kind) {
    case 'blank':
      return 'an empty body'
    case 'page':
      return body.title ? `a web page, "${body.title}"` : 'a web page'
    case 'text':
      return body.text
    case 'cut':
      return 'JSON that cannot be read to its end'
    case 'foreign':
      return body.what
  }
}
