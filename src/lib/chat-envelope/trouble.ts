/** What a server sent instead of a message. */
export type Trouble =
  | 'refusal'
  | 'moderation'
  | 'empty'
  | 'truncated'
  | 'provider'
  | 'http_body'
  | 'rate_limit'
  | 'quota'
  | 'credits'
  | 'auth'
  | 'model'
  | 'context_length'
  | 'bad_request'
  | 'too_large'
  | 'timeout'
  | 'server'

/** What a status means when nothing else is known. */
export function troubleOfStatus(status: number): Trouble {
  switch (status) {
    case 401:
    case 403:
    case 407:
      return 'auth'
    case 402:
      return 'credits'
    case 404:
    case 410:
    // For legal reasons: not in this country.
    case 451:
      return 'model'
    case 413:
      return 'too_large'
    case 429:
      return 'rate_limit'
    case 408:
    // The proxy's client hung up: a limit of time somewhere on the way.
    case 499:
    case 504:
    case 522:
    case 524:
    case 598:
    case 599:
      return 'timeout'
    case 424:
    case 425:
    case 502:
    case 503:
    case 529:
    case 530:
      return 'provider'
  }
  // Cloudflare's own: the server behind it is down.
  if (status >= 520 && status <= 527) return 'provider'
  return status >= 500 ? 'server' : 'bad_request'
}
