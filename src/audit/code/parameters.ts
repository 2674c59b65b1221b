import type { Token } from './tokens.ts'

/** Says of each parameter in one piece of code who sets it: the server (trusted) or the client. */
export interface Parameters {
  isTrusted(token: Token): boolean
  isClient(token: Token): boolean
}

/** Parameters are `:name` and `$1`, and the arguments of a function. An argument may have a prefix: `p_org_id` is `:org_id`. */
export function findParameters(tokens: Token[], trusted: string[]): Parameters {
  const own = new Set(functionArguments(tokens))
  const nameOf = ({ kind, text }: Token): string | undefined => {
    if (kind === 'parameter') return text.replace(/^:/, '')
    return kind === 'word' && own.has(text.toLowerCase()) ? text.toLowerCase() : undefined
  }
  const isTrustedName = (name: string) => trusted.includes(name) || trusted.includes(name.replace(/^(p|in|arg)?_+/, ''))
  return {
    isTrusted: token => {
      const name = nameOf(token)
      return name !== undefined && isTrustedName(name)
    },
    isClient: token => {
      const name = nameOf(token)
      return name !== undefined && !isTrustedName(name)
    },
  }
}

/** The names of the arguments in `FUNCTION name (…)`. */
function functionArguments(tokens: Token[]): string[] {
  const start = tokens.findIndex(({ text }) => text.toLowerCase() === 'function')
  const open = tokens.findIndex(({ text }, index) => start >= 0 && index > start && text === '(')
  if (open < 0) return []
  const names: string[] = []
  let depth = 0
  let isFirst = false
  for (const { kind, text } of tokens.slice(open)) {
    if (text === '(') depth++
    if (text === ')') depth--
    if (depth === 0) break
    if (depth === 1 && (text === '(' || text === ',')) isFirst = true
    else if (isFirst && kind === 'word' && !/^(in|out|inout|variadic)$/i.test(text)) {
      names.push(text.toLowerCase())
      isFirst = false
    }
  }
  return names
}
