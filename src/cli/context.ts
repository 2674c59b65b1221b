import { styleText } from 'node:util'

export interface Output {
  write(text: string): void
  isTTY: boolean
  columns: number
}

/** Everything of the outside world that a command may touch. */
export interface Context {
  stdout: Output
  stderr: Output
  env: Record<string, string | undefined>
  cwd: string
  /** The project's folder: evaluation prompts, and where `tests/`, `results.db` and `reports/` are unless a flag says otherwise. */
  root: string
  /** The folder for what can be made again: earlier proofs, and the pace that each server takes. */
  cache: string
  now: () => Date
  /** Calls the listener on Ctrl-C and other signals to stop. Returns a function that stops listening. */
  onInterrupt: (listener: () => void) => () => void
  /** Ends the program at once. */
  leave: (exitCode: number) => void
}

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'

/** Paints text where the output is a terminal that wants colour (https://no-color.org, FORCE_COLOR). */
export function painter({ env }: Context, output: Output): (style: Style, text: string) => string {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0'
  const isWanted = isForced || (output.isTTY && env.TERM !== 'dumb')
  const isOn = isWanted && !env.NO_COLOR
  return (style, text) => (isOn ? styleText(style, text, { validateStream: false }) : text)
}
