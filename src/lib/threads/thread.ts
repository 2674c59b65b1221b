import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { type Answer, type Order, type ThreadInput, unpackError } from './messages.ts'
import { ThreadError } from './thread-error.ts'

export interface ThreadOptions {
  /** What the thread runs: a module that calls `serveJobs`. */
  file: URL
  /** Given to each thread when it starts; see `threadInput`. */
  input?: unknown
  resourceLimits?: ResourceLimits
  /** Starts a watchdog over a job. */
  watch?: (thread: WatchedThread) => Disposable
  /** How long a thread may take to give back what it holds. Absent: it holds nothing, and is ended at once. */
  closeWithinMs?: number
}

/** What a watchdog knows of a thread at work, and can do to it. */
export interface WatchedThread {
  /** See `ThreadInput`. */
  heartbeat: Int32Array
  /** The processor time that the thread has used; undefined when the thread is gone. */
  cpuMs(): Promise<number | undefined>
  /** Ends the thread, even one that is blocked. Its job fails with a ThreadError that says why. */
  end(why: string): void
}

/** One thread. After an error it must be ended: what its job left behind is unknown. */
export interface Thread<Job, Result, Note> {
  /** One job at a time. @throws {ThreadError} where the thread gave no answer, and whatever the job throws. */
  run(job: Job, onNote: (note: Note) => void): Promise<Result>
  /** True once the thread has stopped, perhaps while it had no job. */
  hasExited(): boolean
  end(): Promise<void>
}

export function startThread<Job, Result, Note>(options: ThreadOptions): Thread<Job, Result, Note> {
  const { file, resourceLimits = {}, watch, closeWithinMs } = options
  const [ready, heartbeat] = [sharedNumber(), sharedNumber()]
  const workerData: ThreadInput = { input: options.input, ready, heartbeat }
  const worker = new Worker(file, { workerData, resourceLimits })
  let hasExited = false
  let current: { settled: PromiseWithResolvers<Result>; onNote: (note: Note) => void } | undefined

  const fail = (error: Error) => current?.settled.reject(error)
  const lose = (message: string, cause?: unknown) =>
    fail(new ThreadError(Atomics.load(ready, 0) === 0 ? 'not started' : 'died', message, { cause }))

  worker.on('message', (answer: Answer<Result, Note>) => {
    if (answer.kind === 'note') current?.onNote(answer.note)
    else if (answer.kind === 'done') current?.settled.resolve(answer.result)
    else fail(unpackError(answer.error))
  })
  worker.on('messageerror', error => lose(error.message, error))
  worker.on('error', error => lose((error as Error).message, error))
  worker.on('exit', code => {
    hasExited = true
    lose(`the thread stopped with exit code ${code}`)
  })

  async function cpuMs(): Promise<number | undefined> {
    const usage = await worker.cpuUsage().catch(() => undefined)
    return usage && (usage.user + usage.system) / 1000
  }

  return {
    hasExited: () => hasExited,
    async run(job, onNote) {
      const settled = Promise.withResolvers<Result>()
      current = { settled, onNote }
      using _watchdog = watch?.({ heartbeat, cpuMs, end: why => fail(new ThreadError('ended', why)) })
      try {
        // The thread need not be ready: it finds the job when it is, however busy this thread is by then.
        worker.postMessage({ kind: 'job', job } satisfies Order<Job>)
        return await settled.promise
      } finally {
        current = undefined
      }
    },
    async end() {
      if (closeWithinMs !== undefined && !hasExited) {
        worker.postMessage({ kind: 'close' } satisfies Order<Job>)
        // An error of a thread that is being closed is of no use to anybody.
        const exited = once(worker, 'exit').catch(() => undefined)
        await Promise.race([exited, sleep(closeWithinMs, undefined, { ref: false })])
      }
      await worker.terminate()
    },
  }
}

function sharedNumber(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4))
}
