import { printable } from '../../lib/text/printable.ts'
import { checkReferences } from './check-references.ts'
import type { ProofPlan } from './plan.ts'
import { checkForm } from './schema/check-form.ts'
import type { ProofFile } from './schema/proof-schema.ts'
import { type Mistake, readYaml } from './schema/yaml-tree.ts'
import { toPlan } from './to-plan.ts'

const LONGEST_MESSAGE = 600

/** Reads a proof.yaml. The plan is absent when something in it could not be understood. */
export function parseProof(
  text: string,
  /** The seeds that lie beside it, for where it names none. */
  seedsBeside: string[] = ['seed.sql'],
): { plan?: ProofPlan; mistakes: Mistake[] } {
  const { tree, mistakes } = readYaml(text)
  if (!tree && mistakes.length > 0) return { mistakes }
  if (!tree)
    return { mistakes: [{ line: 1, message: 'an empty file; context, actors, rules and queries were wanted.' }] }
  const found = inOrder([...checkForm(tree), ...checkReferences(tree, seedsBeside)])
  // The schema changes nothing, and what it copies has lost its lines: the tree itself is the file.
  return found.length > 0 ? { mistakes: found } : { plan: toPlan(tree as ProofFile, seedsBeside), mistakes: [] }
}

/** By line, and each once: what an alias names is looked at in every place. */
function inOrder(mistakes: Mistake[]): Mistake[] {
  // Names in the file may hold anything.
  const clean = mistakes.map(({ line, message }) => ({ line, message: printable(message, LONGEST_MESSAGE) }))
  const byText = new Map(clean.map(mistake => [`${mistake.line}: ${mistake.message}`, mistake]))
  return [...byText.values()].sort((a, b) => a.line - b.line)
}
