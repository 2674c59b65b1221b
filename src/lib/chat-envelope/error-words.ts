// How servers say what went wrong, in lower case and with blanks for `_` and `-`. Every entry was written by a server.

function anyOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'))
}

export const CREDITS = anyOf(
  'insufficient (?:account )?(?:credit|balance|fund)',
  '(?:not enough|out of|no|more) credits?\\b',
  'credit balance',
  'can only afford',
  'billing (?:hard )?limit',
  'spend(?:ing)? (?:limit|cap)',
  'budget (?:has been )?exceeded',
  'exceeded ?budget',
  'key limit exceeded',
  'negative balance',
  'payment required',
)

export const CONTEXT_LENGTH = anyOf(
  'context ?(?:length|size|window|limit)',
  // LM Studio's own spelling.
  'context the overflows',
  'maximum (?:prompt|model|input|sequence) (?:length|tokens)',
  '(?:prompt|input)\\b[^.]{0,60}\\b(?:too long|too large|longer than)',
  'too many (?:input )?tokens',
  'input token count',
  'string above max length',
  'reduce the length of',
  'tokens? [^.]{0,40}(?:must be <=|exceeds? the max)',
)

export const MODEL = anyOf(
  'not a valid model',
  '(?:invalid|unknown|unsupported) model',
  'model (?:not (?:exist|available)|access denied)',
  "\\bmodels?\\b.{0,120}?(?:not found|does(?: not|n't) exist)",
  // One word between: "temperature is not supported with this model" is about a parameter.
  'model [^\\s]{1,120} (?:is )?not (?:supported|available|loaded|allowed)',
  'no (?:\\w+ )?(?:endpoints?|providers?|models?) (?:are )?(?:found|available|loaded)',
  'failed to load model',
  'does not support chat',
  'not a chat model',
)

export const WRONG_URL = anyOf(
  '^(?:error )?(?:404:? )?(?:page |file |route |path |url |endpoint |resource )?not found\\.?$',
  'invalid url',
  'unexpected endpoint',
  'cannot post ',
  'no route',
  'method not allowed',
  'unknown (?:url|endpoint|path)',
)

export const NO_MONEY = anyOf('insufficient (?:balance|credit|fund)', 'out of credit', 'negative balance', 'suspended')

export const PARAMETER = anyOf('(?:unsupported|unknown|unrecognized|unrecognised) (?:parameter|argument|key|field)')

export const FILTERED = anyOf(
  'refusal',
  'refused to (?:answer|respond)',
  'content ?(?:management )?(?:policy|filter)',
  'policy violation',
  'usage polic',
  '^safety$',
  'safety (?:system|filter|polic|violation)',
  'responsible ?ai',
  '(?:prohibited|inappropriate|sensitive) content',
  'data inspection',
)

export const FLAGGED = anyOf('moderat', 'guardrail', 'prompt injection', 'flagged')

export const REGION = anyOf('\\bregion\\b', 'country', 'territory', 'location is not supported', 'terms of service')

export const KEY = anyOf(
  '(?:invalid|incorrect|missing|wrong|expired|no)\\b[^.]{0,30}\\bapi ?key',
  'api ?key\\b[^.]{0,40}(?:invalid|not valid|incorrect|missing|expired|required)',
  'authenticat',
  'unauthori[sz]ed',
  'auth credentials',
)

export const QUOTA = anyOf('insufficient (?:user )?quota', 'exceeded your current quota', 'current quota error')
export const RATE_LIMIT = anyOf('rate ?limit', 'too many requests', 'throttl', 'resource exhausted')
export const TOO_LARGE = anyOf('(?:request|payload|body)(?: entity)? (?:is )?too large')
export const TIMEOUT = anyOf('time[d ]? ?out', 'deadline exceeded')
export const SERVER = anyOf('internal (?:server )?error', 'server error')

export const LONG_PERIOD = anyOf(
  'per ?(?:day|week|month)',
  'daily|weekly|monthly',
  '/ ?(?:day|month)\\b',
  // Requests and tokens per day.
  '\\b[rt]pd\\b',
)
export const SHORT_PERIOD = anyOf('per ?(?:sec|min|hour)', '/ ?min', '\\b[rt]p[ms]\\b')
