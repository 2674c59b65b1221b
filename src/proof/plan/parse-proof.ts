import { printable } from '../../lib/text/printable.ts'
import { checkReferences } from './check-references.ts'
import type { ProofPlan } from './plan.ts'
import { checkForm } from './schema/check-form.ts'
import type { ProofFile } from './schema/proof-schema.ts'
import { type Remark, readYaml } from './schema/yaml-tree.ts'
import { toPlan } from './to-plan.ts'

const LONGEST_MESSAGE = 600

/** Reads a proof.yaml. The plan is absent when something in it could not be understood. */
export function parseProof(
  text: string,
  /** The seeds that lie beside it, for where it names none. */
  seedsBeside: string[] = ['seed.sql'],
): { plan?: ProofPlan; remarks: Remark[] } {
  const { tree, remarks } = readYaml(text)
  if (!tree && remarks.length > 0) return { remarks }
  if (!tree)
    return { remarks: [{ line: 1, message: 'an empty file; context, actors, rules and queries were wanted.' }] }
  const found = inOrder([...checkForm(tree), ...checkReferences(tree, seedsBeside)])
  // The schema changes nothing, and what it copies has lost its lines: the tree itself is the file.
  return found.length > 0 ? { remarks: found } : { plan: toPlan(tree as ProofFile, seedsBeside), remarks: [] }
}

/** By line, and each once: what an alias names is looked at in every place. */
function inOrder(remarks: Remark[]): Remark[] {
  // Names in the file may hold anything.
  const clean = remarks.map(({ line, message }) => ({ line, message: printable(message, LONGEST_MESSAGE) }))
  const byText = new Map(clean.map(remark => [`${remark.line}: ${remark.message}`, remark]))
  return [...byText.values()].sort((a, b) => a.line - b.line)
}
