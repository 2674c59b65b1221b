import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Bench, median } from './tools/bench.ts'
import { evaluate, ROOT } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

const REPETITIONS = 15
const BIN = join(ROOT, 'bin/security-bench.js')

export const bench: Bench = {
  measures: 'the time until a command is done that has nothing to do, against node -e 0',
  when: 'always',
  async run() {
    using place = makeWorkplace({ applications: 2, cases: 600 })
    using server = await startStandIn({ latencyMs: 0 })
    await evaluate({ cwd: place.path, url: server.url }, '--db', 'results.db')
    const env = {
      ...process.env,
      OPENROUTER_API_KEY: 'bench',
      OPENROUTER_BASE_URL: `${server.url}/api/v1`,
      SECURITY_BENCH_CACHE: place.path,
    }
    const commands = {
      bare: ['-e', '0'],
      help: [BIN, '--help'],
      evaluateHelp: [BIN, 'evaluate', '--help'],
      nothing: [BIN, 'evaluate', '--tests', 'corpus', '--db', 'results.db', '--model', 'stand-in/model'],
    }
    // In turns, so that a busy moment of the machine hits all alike; the first round fills the compile cache.
    const times: Record<string, number[]> = { bare: [], help: [], evaluateHelp: [], nothing: [] }
    for (let nth = 0; nth <= REPETITIONS; nth++) {
      for (const [name, words] of Object.entries(commands)) {
        const start = performance.now()
        const { status, stderr } = spawnSync(process.execPath, words, { cwd: place.path, env, encoding: 'utf8' })
        if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
        if (nth > 0) times[name]?.push(performance.now() - start)
      }
    }
    const ms = (name: keyof typeof commands) => median(times[name] ?? [])
    const note = (name: keyof typeof commands) => `${ms(name).toFixed(0)} ms; node -e 0 ${ms('bare').toFixed(0)} ms`
    const ratio = (name: keyof typeof commands) => ({
      value: ms(name) / ms('bare'),
      unit: '× node -e 0',
      note: note(name),
    })
    return [
      { what: 'start-up of --help', ...ratio('help'), target: { most: 4 } },
      { what: 'start-up of evaluate --help', ...ratio('evaluateHelp'), target: { most: 4 } },
      { what: 'a run with nothing to do, 600 cases', ...ratio('nothing'), target: { most: 10 } },
    ]
  },
}
