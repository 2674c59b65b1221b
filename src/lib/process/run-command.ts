import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

export interface CommandRun {
  /** How it ended: an exit code or a signal, or what ended it before. */
  end: { code: number } | { killedBy: string } | 'timed out' | 'too much output' | 'aborted' | NotStarted
  stdout: string
  /** The last of it, for a message. */
  stderr: string
}

interface NotStarted {
  notStarted: string
  /** The machine is short of processes or files; the program itself may be fine. */
  isPassing: boolean
}

export interface CommandLimits {
  /** The folder in which the program runs. */
  cwd: string
  env: Record<string, string | undefined>
  timeoutMs: number
  /** Bytes of standard output; more ends the program. */
  maxOutput: number
  signal: AbortSignal
}

const STDERR_KEPT = 4096
// Time to leave in good order between SIGTERM and SIGKILL, and for the last output to arrive after the program's end.
const GRACE_MS = 2000

/**
 * Runs a program with `input` on its standard input. It leads a process group of its own: a Ctrl-C at the terminal does
 * not reach it, and whatever it started ends with it.
 */
export async function runCommand(words: string[], input: string, limits: CommandLimits): Promise<CommandRun> {
  const child = start(words, limits)
  if ('notStarted' in child) return { end: child, stdout: '', stderr: '' }
  let end: CommandRun['end'] | undefined
  const output: Buffer[] = []
  let outputBytes = 0
  let stderr = Buffer.alloc(0)

  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let killTimer: NodeJS.Timeout | undefined

  const stop = (why: 'timed out' | 'too much output' | 'aborted') => {
    if (end) return
    end = why
    killGroup(child, why === 'aborted' ? 'SIGKILL' : 'SIGTERM')
    killTimer = setTimeout(() => {
      killGroup(child, 'SIGKILL')
      // Something that left the group may still hold the pipes open: do not wait for it.
      close()
    }, GRACE_MS)
  }
  const deadline = setTimeout(stop, limits.timeoutMs, 'timed out')
  const abort = () => stop('aborted')
  limits.signal.addEventListener('abort', abort)
  if (limits.signal.aborted) abort()

  child.on('error', error => {
    end ??= notStarted(error)
    close()
  })
  child.on('exit', (code, killedBy) => {
    end ??= code === null ? { killedBy: killedBy ?? 'an unknown signal' } : { code }
    killGroup(child, 'SIGKILL')
    killTimer ??= setTimeout(close, GRACE_MS)
  })
  child.on('close', close)
  // A program that does not read its input closes the pipe; that is its right.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  child.stdout.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length
    if (outputBytes > limits.maxOutput) stop('too much output')
    else output.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_KEPT)
  })

  await closed
  clearTimeout(deadline)
  clearTimeout(killTimer)
  limits.signal.removeEventListener('abort', abort)
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
  return {
    end: end ?? { killedBy: 'an unknown signal' },
    stdout: Buffer.concat(output).toString(),
    stderr: stderr.toString(),
  }
}

/** Node throws some errors at once and tells of others later; with some, there is a child without pipes. */
function start(words: string[], { cwd, env }: CommandLimits): ChildProcessWithoutNullStreams | NotStarted {
  const [program = '', ...programArguments] = words
  try {
    const child = spawn(program, programArguments, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    if (child.stdin) return child
    child.on('error', () => undefined)
    return { notStarted: 'too many open files', isPassing: true }
  } catch (error) {
    return notStarted(error as NodeJS.ErrnoException)
  }
}

function notStarted({ message, code }: NodeJS.ErrnoException): NotStarted {
  return { notStarted: message, isPassing: ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'].includes(code ?? '') }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch (error) {
    // Nobody is left in the group, or only what is not ours to end (sudo).
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
