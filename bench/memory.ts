import type { Bench, Measured } from './tools/bench.ts'
import { evaluate } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

const CASES = 600
const SIZES = [1200, 10_200, 100_200]

export const bench: Bench = {
  measures: `peak memory of runs of ${SIZES.map(size => size.toLocaleString('en')).join(', ')} evaluations`,
  when: 'always',
  async run() {
    using place = makeWorkplace({ applications: 2, cases: CASES })
    const peaks: number[] = []
    const rows: Measured[] = []
    for (const size of SIZES) {
      using server = await startStandIn({ latencyMs: 0 })
      const flags = ['--repeats', String(size / CASES), '--concurrency', '64', '--db', `${size}.db`]
      const { peakMb, cpuMs, wallMs } = await evaluate({ cwd: place.path, url: server.url }, ...flags)
      peaks.push(peakMb)
      const note = `${(wallMs / 1000).toFixed(0)} s, ${(cpuMs / size).toFixed(2)} ms CPU each`
      const target = size > 1200 ? { target: { most: 200 } } : {}
      rows.push({
        what: `peak memory, ${size.toLocaleString('en')} evaluations`,
        value: peakMb,
        unit: 'MB',
        ...target,
        note,
      })
    }
    const [, ten = Number.NaN, hundred = Number.NaN] = peaks
    return [
      ...rows,
      { what: 'memory at 100,000 against 10,000', value: hundred / ten, unit: '×', target: { most: 1.2 } },
    ]
  },
}
