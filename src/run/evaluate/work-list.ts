import type { Question } from '../../domain.ts'
import type { QuestionList } from './question-list.ts'

/** The questions that one model is yet to be asked, in the order in which they may be asked. */
export interface WorkList {
  /**
   * The next question; undefined when none is left, or the run was stopped. It waits while every question that is left
   * belongs to an application whose first question is still being asked.
   */
  next(): Promise<Work | undefined>
}

export interface Work {
  question: Question
  /** To be called when the question is done. `isAsked`: the server has seen it. */
  end(isAsked: boolean): void
}

export interface WorkListOptions {
  list: Pick<QuestionList, 'at' | 'prefixOf'>
  /** Numbers of the list. */
  open: number[]
  /**
   * Ask one question of an application first and the others when it is answered, so that the provider's cache has the
   * specification by then; other applications go on meanwhile.
   */
  isWarming: boolean
  /** After this time the other questions go on, even if the first has no answer yet. */
  warmUpMs: number
  stop: AbortSignal
}

/** Questions that follow each other and share the beginning of their prompts. */
interface Segment {
  prefix: string
  /** Positions in `open`: the next question to ask, and the end. */
  next: number
  end: number
}

export function createWorkList({ list, open, isWarming, warmUpMs, stop }: WorkListOptions): WorkList {
  const segments = segmentsOf(list, open)
  const warming = new Set<string>()
  const warm = new Set<string>()
  let changed = Promise.withResolvers<void>()

  function change(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  stop.addEventListener('abort', change, { once: true })

  function warmUp(prefix: string): Work['end'] {
    warming.add(prefix)
    const end = (isAsked: boolean) => {
      clearTimeout(timer)
      if (!warming.delete(prefix)) return
      if (isAsked) warm.add(prefix)
      change()
    }
    const timer = setTimeout(end, warmUpMs, true)
    timer.unref()
    return end
  }

  function take(): Work | undefined {
    const segment = segments.find(({ prefix }) => !warming.has(prefix))
    if (!segment) return undefined
    const index = open[segment.next++]
    if (segment.next === segment.end) segments.splice(segments.indexOf(segment), 1)
    if (index === undefined) return undefined
    const isFirst = isWarming && !warm.has(segment.prefix)
    return { question: list.at(index), end: isFirst ? warmUp(segment.prefix) : () => {} }
  }

  return {
    async next() {
      while (segments.length > 0 && !stop.aborted) {
        const work = take()
        if (work) return work
        await changed.promise
      }
      return undefined
    },
  }
}

function segmentsOf(list: WorkListOptions['list'], open: number[]): Segment[] {
  const segments: Segment[] = []
  for (const [at, index] of open.entries()) {
    const prefix = list.prefixOf(index)
    const last = segments.at(-1)
    if (last?.prefix === prefix) last.end = at + 1
    else segments.push({ prefix, next: at, end: at + 1 })
  }
  return segments
}
