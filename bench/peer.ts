import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './tools/bench.ts'
import { evaluate, type ProgramRun, runNode } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

// Kept between runs: installing it takes minutes and gigabytes. Never a dependency of this project.
const SCRATCH = join(tmpdir(), 'security-bench-peer')
const CASES = 240
const LATENCY_MS = 200
const WIDTH = 64
const CHARACTERS = 11_000

function installPeer(): string {
  const entry = join(SCRATCH, 'node_modules/promptfoo/dist/src/entrypoint.js')
  if (existsSync(entry)) return entry
  process.stderr.write(`peer: installing promptfoo into ${SCRATCH} (once, some minutes) ...\n`)
  mkdirSync(SCRATCH, { recursive: true })
  writeFileSync(join(SCRATCH, 'package.json'), '{"private":true}')
  const words = ['install', 'promptfoo', '--no-audit', '--no-fund', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', words, { cwd: SCRATCH, encoding: 'utf8' })
  if (status !== 0 || !existsSync(entry)) throw new Error(`promptfoo cannot be installed:\n${stderr.slice(-1000)}`)
  return entry
}

/** The same number of calls with prompts of the same length, each checked to be JSON. */
async function runPeer(entry: string, folder: string, url: string, width: number): Promise<ProgramRun> {
  const prompt = 'x'.repeat(CHARACTERS)
  const tests = Array.from({ length: CASES }, (_, nth) => ({
    vars: { prompt: `${nth} ${prompt}` },
    assert: [{ type: 'is-json' }],
  }))
  const provider = { id: 'openai:chat:stand-in/model', config: { apiBaseUrl: `${url}/api/v1`, apiKey: 'bench' } }
  writeFileSync(join(folder, 'peer.json'), JSON.stringify({ prompts: ['{{prompt}}'], providers: [provider], tests }))
  const env = {
    ...{ PROMPTFOO_DISABLE_TELEMETRY: '1', PROMPTFOO_DISABLE_UPDATE: '1', PROMPTFOO_DISABLE_REMOTE_GENERATION: '1' },
    PROMPTFOO_CONFIG_DIR: join(folder, 'peer'),
  }
  const flags = [
    '--no-cache',
    '--no-table',
    '--no-progress-bar',
    '--max-concurrency',
    String(width),
    '-o',
    'peer-out.json',
  ]
  return runNode([entry, 'eval', '-c', 'peer.json', ...flags], { cwd: folder, env })
}

export const bench: Bench = {
  measures: `the same ${CASES} calls of ${LATENCY_MS} ms, ${WIDTH} at a time, by promptfoo`,
  when: 'peer',
  async run() {
    const entry = installPeer()
    using place = makeWorkplace({ applications: 1, cases: CASES })
    using server = await startStandIn({ latencyMs: LATENCY_MS })
    const peer = await runPeer(entry, place.path, server.url, WIDTH)
    const ours = await evaluate(
      { cwd: place.path, url: server.url },
      '--concurrency',
      String(WIDTH),
      '--db',
      'results.db',
    )
    const seconds = (run: ProgramRun) => `${(run.wallMs / 1000).toFixed(1)} s`
    const each = (run: ProgramRun) => `${(run.cpuMs / CASES).toFixed(1)} ms`
    return [
      {
        what: 'promptfoo, wall',
        value: peer.wallMs / ours.wallMs,
        unit: '× ours',
        note: `${seconds(peer)}; ours, cold, ${seconds(ours)}`,
      },
      {
        what: 'promptfoo, CPU',
        value: peer.cpuMs / ours.cpuMs,
        unit: '× ours',
        note: `${each(peer)} a call; ours ${each(ours)}, start-up included`,
      },
      {
        what: 'promptfoo, peak memory',
        value: peer.peakMb / ours.peakMb,
        unit: '× ours',
        note: `${peer.peakMb.toFixed(0)} MB; ours ${ours.peakMb.toFixed(0)} MB`,
      },
    ]
  },
}
