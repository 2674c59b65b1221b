import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { StandInOptions, StandInStats } from './stand-in.ts'

export interface StandIn extends Disposable {
  /** Without a path. */
  url: string
  stats(): Promise<StandInStats>
}

/** Starts the server in a process of its own: `using server = await startStandIn({ latencyMs: 200 })`. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const file = join(import.meta.dirname, 'stand-in.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const url = String(line).trim()
  return {
    url,
    stats: async () => (await fetch(`${url}/stats`)).json() as Promise<StandInStats>,
    [Symbol.dispose]: () => child.kill(),
  }
}
