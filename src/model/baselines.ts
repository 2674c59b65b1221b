import type { Label, Level, Model, Prompt } from '../domain.ts'
import { extractComments } from '../lib/code/comments.ts'
import { isReassuring } from '../lib/code/is-reassuring.ts'
import { levelOf } from '../lib/code/level-of.ts'
import { hash } from '../lib/hash.ts'

// The median length of the cases of each level: one threshold for all would tell levels apart, and no labels. Fixed, so that
// the answer depends on the code alone.
const SHORT: Record<Level, number> = { statement: 1325, function: 1804, migration: 3789 }

/** What needs no understanding. A benchmark on which one of these does better than chance measures something else. */
const BASELINES: Record<string, (prompt: Prompt, repeat: number) => { assessment: Label; explanation: string }> = {
  'always-bad': () => ({ assessment: 'bad', explanation: 'Says bad to everything.' }),
  'always-good': () => ({ assessment: 'good', explanation: 'Says good to everything.' }),
  coin: ({ code }, repeat) => {
    const isHead = Number.parseInt(hash(code, String(repeat)).slice(0, 8), 16) % 2 === 0
    return { assessment: isHead ? 'good' : 'bad', explanation: `The coin shows ${isHead ? 'heads' : 'tails'}.` }
  },
  'trusts-comments': ({ code, language }) => {
    const reassurance = extractComments(code, language).find(comment => isReassuring(comment))
    return reassurance
      ? { assessment: 'good', explanation: `A comment reassures: ${reassurance.trim()}` }
      : { assessment: 'bad', explanation: 'No comment reassures.' }
  },
  length: prompt => {
    const { length } = prompt.code
    const level = levelOf(prompt)
    return {
      assessment: length < SHORT[level] ? 'bad' : 'good',
      explanation: `${length} characters; a ${level} is short under ${SHORT[level]}, and short means bad.`,
    }
  },
}

export const BASELINE_NAMES = Object.keys(BASELINES).map(name => `baseline/${name}`)

/** A built-in model, or undefined when there is none of this name. */
export function createBaseline(name: string): Model | undefined {
  const judge = BASELINES[name.replace(/^baseline\//, '')]
  if (!judge || !BASELINE_NAMES.includes(name)) return undefined
  return {
    identity: { name, host: 'built-in', parameters: '{}' },
    typedName: name,
    prices: null,
    // What comes together is stored together.
    concurrency: 64,
    async ask(prompt, { repeat }) {
      return { body: JSON.stringify({ ...judge(prompt, repeat), violated_rules: [] }), attempts: 1 }
    },
  }
}
