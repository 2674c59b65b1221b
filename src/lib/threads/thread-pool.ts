import { Worker } from 'node:worker_threads'

/** Threads that each answer one message with one message. */
export interface WorkerPool<Job, Result> extends AsyncDisposable {
  run(job: Job): Promise<Result>
}

/** Starts at most `width` threads of the file, each when there is work for it. Jobs are begun in the order they come. */
export function createWorkerPool<Job, Result>(file: URL, width: number): WorkerPool<Job, Result> {
  const all: Worker[] = []
  const idle: Worker[] = []
  const waiting: ((worker: Worker) => void)[] = []

  function hire(): Worker | undefined {
    const free = idle.pop()
    if (free || all.length >= width) return free
    const worker = new Worker(file)
    all.push(worker)
    return worker
  }

  function ask(worker: Worker, job: Job): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    worker.once('error', reject)
    worker.once('message', (result: Result) => {
      worker.off('error', reject)
      resolve(result)
    })
    worker.postMessage(job)
    return promise
  }

  return {
    async run(job) {
      const worker = hire() ?? (await new Promise<Worker>(resolve => waiting.push(resolve)))
      const result = await ask(worker, job)
      const next = waiting.shift()
      if (next) next(worker)
      else idle.push(worker)
      return result
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map(worker => worker.terminate()))
    },
  }
}
