import type { Bench } from './tools/bench.ts'
import { evaluate } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

async function share(...flags: string[]): Promise<number> {
  using place = makeWorkplace({ applications: 5, cases: 300 })
  using server = await startStandIn({ latencyMs: 200, isCaching: true })
  await evaluate({ cwd: place.path, url: server.url }, '--db', 'results.db', ...flags)
  const { cached, cacheable } = (await server.stats()).prefix
  return (cached / cacheable) * 100
}

export const bench: Bench = {
  measures: 'the share of prefix characters that a cache serves of those that it could',
  when: 'always',
  run: async () => [
    {
      what: 'prefix from cache',
      value: await share(),
      unit: '%',
      target: { least: 95 },
      note: '5 applications of 60 cases',
    },
    {
      what: 'prefix from cache with --no-warm',
      value: await share('--no-warm'),
      unit: '%',
      note: 'the same without warming',
    },
  ],
}
