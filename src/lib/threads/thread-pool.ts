import { createJobQueue } from './job-queue.ts'
import { startThread, type Thread, type ThreadOptions } from './thread.ts'
import { ThreadError } from './thread-error.ts'

export interface PoolOptions extends ThreadOptions {
  /** The most threads. Each is started when there is work for it. */
  width: number
}

interface JobOptions<Note> {
  /** Jobs of one group stay with a thread that did one before, which may have loaded what they need. */
  group?: string
  /** Before the other jobs of its group. */
  isNext?: boolean
  /** A job that has not begun when this is aborted never begins. */
  signal?: AbortSignal
  onNote?: (note: Note) => void
}

/** Threads that do jobs, each one job at a time. */
export interface ThreadPool<Job, Result, Note> extends AsyncDisposable {
  /**
   * The result of a job. Jobs of one group are begun in the order in which they come. An error of a job is thrown here, a
   * UserError as such, and its thread is replaced: the jobs that wait go to others.
   * @throws {ThreadError} where the thread could not be started, died, or was ended by its watchdog.
   */
  run(job: Job, options?: JobOptions<Note>): Promise<Result>
}

interface Waiting<Job, Result, Note> {
  job: Job
  options: JobOptions<Note>
  settled: PromiseWithResolvers<Result>
}

/** A place for one thread at a time. */
interface Place<Job, Result, Note> {
  thread?: Thread<Job, Result, Note> | undefined
  /** What the thread works on, or did last. */
  group?: string
  isBusy: boolean
}

export function createThreadPool<Job, Result, Note = never>(options: PoolOptions): ThreadPool<Job, Result, Note> {
  const queue = createJobQueue<Waiting<Job, Result, Note>>()
  const places = Array.from({ length: options.width }, (): Place<Job, Result, Note> => ({ isBusy: false }))

  function begin(): void {
    const idle = places.filter(({ isBusy }) => !isBusy)
    // A thread that is there goes before one that would have to be started.
    for (const place of idle.toSorted((a, b) => Number(b.thread !== undefined) - Number(a.thread !== undefined))) {
      const groupsAtWork = new Set(places.flatMap(({ isBusy, group }) => (isBusy ? (group ?? []) : [])))
      const next = takeWanted(place.group, groupsAtWork)
      if (!next) return
      void work(place, next.job, next.group)
    }
  }

  function takeWanted(last: string | undefined, groupsAtWork: ReadonlySet<string>) {
    for (;;) {
      const next = queue.take(last, groupsAtWork)
      const signal = next?.job.options.signal
      if (!signal?.aborted) return next
      next?.job.settled.reject(signal.reason)
    }
  }

  async function work(
    place: Place<Job, Result, Note>,
    { job, options: { onNote = () => {} }, settled }: Waiting<Job, Result, Note>,
    group: string,
  ): Promise<void> {
    Object.assign(place, { group, isBusy: true })
    if (place.thread?.hasExited()) place.thread = undefined
    try {
      place.thread ??= startThread<Job, Result, Note>(options)
      settled.resolve(await place.thread.run(job, onNote))
    } catch (error) {
      const { thread } = place
      place.thread = undefined
      settled.reject(error)
      // The next thread would fail in the same way, once for each job.
      if (error instanceof ThreadError && error.kind === 'not started') rejectAll(error)
      await thread?.end()
    }
    place.isBusy = false
    // Whoever gets the answer first may abort jobs, or add one that is next.
    setImmediate(begin)
  }

  function rejectAll(error: Error): void {
    for (const { settled } of queue.clear()) settled.reject(error)
  }

  return {
    run(job, options = {}) {
      const settled = Promise.withResolvers<Result>()
      queue.add({ job, options, settled }, options.group ?? '', options.isNext ?? false)
      // All jobs that are given together are there when the threads choose among them.
      queueMicrotask(begin)
      return settled.promise
    },
    async [Symbol.asyncDispose]() {
      rejectAll(new ThreadError('ended', 'the pool was closed'))
      await Promise.all(places.map(({ thread }) => thread?.end()))
    },
  }
}
