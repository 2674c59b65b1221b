// What is known of cases and rules beside the answers: categories from proof.yaml, witnesses from proofs/, the number of
// rules from the specification that was sent. The corpus may be gone or edited since; then less is known, and nothing fails.

import { parseSpecification } from '../../corpus/parse-specification.ts'
import { readCorpus } from '../../corpus/read-corpus.ts'
import type { Corpus } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import { loadCategories } from '../../proof/plan/load-categories.ts'
import type { Judged, Knowledge } from '../../summary.ts'
import type { Proof } from '../../witness.ts'
import { knowCases } from '../corpus/know-cases.ts'
import { readProofFile } from '../verify/proof-files.ts'

type CaseProof = Pick<Proof, 'unproved' | 'witnesses'>

export interface CaseKnowledge extends Knowledge {
  /** What execution showed; null where nobody tried this very case, or it was edited since. */
  proofOf(one: Pick<Judged, 'casePath' | 'codeHash' | 'specificationHash'>): CaseProof | null
}

export function loadKnowledge(options: {
  /** The folder of the corpus. */
  tests: string
  /** The folder of the committed proofs. */
  proofs: string
  /** The text of a specification by its hash. */
  textOf: (hash: string) => string | undefined
}): CaseKnowledge {
  const corpus = readIfThere(options.tests)
  const categories = new Map(corpus.applications.map(one => [one.name, loadCategories(one.directory)]))
  const caseProofs = readProofs(corpus, options.proofs)
  const known = knowCases(corpus.cases)
  const ruleCounts = new Map<string, number | null>()
  const proofOf: CaseKnowledge['proofOf'] = one => caseProofs.get(contentKey(one)) ?? null
  return {
    ...known,
    proofOf,
    categoryOf: (application, rule) => categories.get(application)?.get(rule) ?? null,
    proved(one) {
      const proof = proofOf(one)
      return proof && proof.unproved === undefined ? proof.witnesses.map(({ rule }) => rule) : null
    },
    ruleCount(specificationHash) {
      const known = ruleCounts.get(specificationHash) ?? countRules(options.textOf(specificationHash))
      ruleCounts.set(specificationHash, known)
      return known
    },
  }
}

function readIfThere(tests: string): Corpus {
  try {
    return readCorpus(tests).corpus
  } catch {
    return { directory: tests, applications: [], cases: [] }
  }
}

/** Proofs of cases as the corpus has them now: an answer about another version of a case has none. */
function readProofs({ applications, cases }: Corpus, proofs: string): Map<string, CaseProof> {
  const found = new Map<string, CaseProof>()
  for (const { name, prompt } of applications) {
    const ofCases = new Map(readProofFile(proofs, name).map(proof => [proof.case, proof]))
    if (ofCases.size === 0) continue
    const specificationHash = hash(prompt)
    for (const { application, path, code } of cases) {
      const proof = application === name ? ofCases.get(path) : undefined
      if (proof) found.set(contentKey({ casePath: path, codeHash: hash(code), specificationHash }), proof)
    }
  }
  return found
}

function contentKey(one: Pick<Judged, 'casePath' | 'codeHash' | 'specificationHash'>): string {
  return `${one.codeHash} ${one.specificationHash} ${one.casePath}`
}

/** What is stored is the Prompt section without its heading. */
function countRules(specification: string | undefined): number | null {
  if (specification === undefined) return null
  return parseSpecification(`# Prompt\n${specification}`).content?.rules.length || null
}
