import type { CacheablePrompt } from './prompt-cache.ts'

export interface PromptFacts extends CacheablePrompt {
  /** Four characters a token. */
  tokens: number
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool']

/** The text of all messages and where a cache mark stands, or what is wrong with them. */
export function readPrompt(messages: unknown): PromptFacts | string {
  if (!Array.isArray(messages) || messages.length === 0) return 'Input required: specify "prompt" or "messages"'
  const texts: string[] = []
  let breakpoint: number | undefined
  let length = 0
  for (const [index, message] of messages.entries()) {
    if (!isObject(message) || !roles.includes(String(message.role))) return `messages.${index}.role: Invalid input`
    const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
    if (!Array.isArray(parts) || parts.length === 0) return `messages.${index}.content: Invalid input`
    for (const part of parts) {
      if (!isObject(part) || part.type !== 'text' || typeof part.text !== 'string')
        return `messages.${index}.content: Invalid input`
      texts.push(part.text)
      length += part.text.length + 1
      if (isObject(part.cache_control)) breakpoint = length
    }
  }
  const text = `${texts.join('\n')}\n`
  return { text, breakpoint, tokens: tokensIn(text.length) }
}

export function tokensIn(chars: number): number {
  return Math.ceil(chars / 4)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
