import type { EvaluationDetail } from '../../domain.ts'
// From stored answers to the page: what is private is taken out, and what is large is made to fit.

import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { createPathHider, hideCommandPaths, withoutCommandPath } from '../../lib/text/hide-paths.ts'
import { nameContestants } from '../../report/contestant.ts'
import type { ProofOf, ReportedAnswer } from '../../report/pack/answered-case.ts'
import { indexCases } from '../../report/pack/index-cases.ts'
import { packWithin, SHORTEST_EXPLANATION } from '../../report/pack/pack-within.ts'
import { renderReport } from '../../report/render-report.ts'
import type { Summary } from '../../summary.ts'
import type { Results } from './open-results.ts'

/** Bytes. Mail and chat take a file of this size, and a browser opens it at once. */
const LARGEST_PAGE = 15e6
/** A guess of the bytes of the page beside the answers: so many, and so many for each case. The first page measures it. */
const FRAME = 500_000
const FRAME_OF_CASE = 450
/** One case in so many tells how well all can be compressed. */
const SAMPLE_STEP = 32

export interface PageOptions {
  /** The summary is made while the answers are packed. */
  summarized: Promise<Summary>
  proofOf: ProofOf
  now: Date
  /** Keep explanations whole and add requests and replies, however large the page gets. */
  isFull: boolean
  /** Folders of this machine that nobody else needs to know. */
  folders: string[]
}

/** The pieces of the page, in their order. */
export async function buildPage(
  results: Pick<Results, 'answers' | 'texts'>,
  { summarized, proofOf, now, isFull, folders }: PageOptions,
): Promise<string[]> {
  const hide = createHiders([...folders, homedir()])
  const hashes = new Set<string>()
  async function* answers(sampleStep?: number): AsyncGenerator<ReportedAnswer[]> {
    for await (const batch of results.answers({ isFull, ...(sampleStep === undefined ? {} : { sampleStep }) })) {
      for (const answer of batch) hashes.add(answer.specificationHash).add(answer.evaluationPromptHash)
      yield batch.map(answer => hidePaths(answer, hide(answer)))
    }
  }
  const source = { all: () => answers(), sample: () => answers(SAMPLE_STEP), sampleStep: SAMPLE_STEP }
  let roomFor = (cases: number) => (isFull ? Infinity : LARGEST_PAGE - FRAME - FRAME_OF_CASE * cases)
  for (;;) {
    const packed = await packWithin(roomFor, source, { proofOf })
    const summary = await summarized
    // Answers are matched by the stored names; readers see names without paths.
    const shown = { ...summary, contestants: summary.contestants.map(withoutCommandPath) }
    const index = indexCases(packed, summary, nameContestants(shown.contestants))
    const texts = isFull ? { texts: await textsOf(hashes, results, hide()) } : {}
    const pieces = await renderReport({ generatedAt: now, summary: shown, packed, index, ...texts })
    const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
    if (isFull || size <= LARGEST_PAGE || packed.longest === SHORTEST_EXPLANATION) return pieces
    const room = LARGEST_PAGE - (size - packed.size)
    roomFor = () => room
  }
}

type Hide = (text: string) => string

/** For each answer a function that hides where its corpus lay: it may have been on another machine. */
function createHiders(folders: string[]): (answer?: EvaluationDetail) => Hide {
  const hiders = new Map<string, Hide>()
  return answer => {
    const corpus = answer?.testFile.endsWith(answer.casePath) ? answer.testFile.slice(0, -answer.casePath.length) : ''
    const known = hiders.get(corpus)
    if (known) return known
    const made = createPathHider([...folders, ...(corpus === '' ? [] : [corpus, dirname(corpus)])])
    hiders.set(corpus, made)
    return made
  }
}

/** Changes the answer itself: there may be hundreds of thousands. */
function hidePaths(answer: EvaluationDetail, hide: Hide): ReportedAnswer {
  answer.verdict.explanation = hide(answer.verdict.explanation)
  if (answer.model.host === 'command' && answer.servedModel) answer.servedModel = hideCommandPaths(answer.servedModel)
  if (answer.reply !== undefined) answer.reply = hide(answer.reply)
  if (answer.sent) answer.sent = hide(answer.sent)
  return answer
}

async function textsOf(hashes: Set<string>, { texts }: Pick<Results, 'texts'>, hide: Hide) {
  const found = await texts([...hashes])
  return Object.fromEntries([...hashes].map(hash => [hash, hide(found.get(hash) ?? '')]))
}
