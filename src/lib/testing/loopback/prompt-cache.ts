// Which share of a prompt the hosts would bill as cached: a prefix that an answered question had before it.

const blockChars = 512
/** 1024 tokens: shorter prefixes are not cached. */
const leastChars = 4096

export interface PromptCache {
  /** The characters at the start of the prompt that are in the cache by now. */
  cachedChars(model: string, prompt: CacheablePrompt): number
  /** To be called once the answer is there: questions asked meanwhile find nothing. */
  remember(model: string, prompt: CacheablePrompt): void
}

export interface CacheablePrompt {
  text: string
  /** Where the last `cache_control` mark stands; undefined if there is none. */
  breakpoint: number | undefined
}

/** Anthropic and Alibaba cache up to a mark and no further; the others whatever begins alike. */
function needsMark(model: string): boolean {
  return /^(anthropic|qwen)\//.test(model)
}

export function createPromptCache(): PromptCache {
  const seen = new Set<string>()
  return {
    cachedChars(model, prompt) {
      const ends = prefixes(model, prompt).filter(prefix => seen.has(`${model} ${prefix.end} ${prefix.hash}`))
      return ends.at(-1)?.end ?? 0
    },
    remember(model, prompt) {
      for (const prefix of prefixes(model, prompt)) seen.add(`${model} ${prefix.end} ${prefix.hash}`)
    },
  }
}

/** The prefixes that may be cached, shortest first. Only their hashes are kept: runs are long and prompts large. */
function prefixes(model: string, { text, breakpoint }: CacheablePrompt): { end: number; hash: number }[] {
  const found: { end: number; hash: number }[] = []
  const marked = needsMark(model)
  const stop = marked ? (breakpoint ?? 0) : text.length
  let hash = 0
  for (let at = 0; at < stop; at++) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
    const end = at + 1
    if (end >= leastChars && (marked ? end === stop : end % blockChars === 0)) found.push({ end, hash })
  }
  return found
}
