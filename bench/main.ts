// `npm run bench -- [NAME ...] [--peer]`: measures, and prints ratios. A bench is a file of this folder; which of them run
// without names, they say themselves.
import { readdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { textTable } from '../src/lib/text/text-table.ts'
import { type Bench, isMet, type Measured } from './tools/bench.ts'

const names = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.ts') && file !== 'main.ts')
  .map(file => file.slice(0, -'.ts'.length))

const { values, positionals } = parseArgs({ options: { peer: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.find(name => !names.includes(name))
if (unknown === undefined) await runAll()
else {
  process.stderr.write(`Error: there is no bench "${unknown}".\nTry: one of ${names.join(', ')}.\n`)
  process.exitCode = 2
}

async function runAll(): Promise<void> {
  const benches = await Promise.all(names.map(async name => ({ name, bench: await load(name) })))
  const isWanted = ({ when }: Bench) => when === 'always' || (when === 'peer' && values.peer === true)
  const chosen = benches.filter(({ name, bench }) =>
    positionals.length > 0 ? positionals.includes(name) : isWanted(bench),
  )
  const measured: Measured[] = []
  for (const { name, bench } of chosen) {
    process.stderr.write(`${name}: ${bench.measures} ...\n`)
    measured.push(...(await bench.run()))
  }
  const load1 = loadavg()[0] ?? 0
  process.stdout.write(
    `${table(measured)}\n\n${availableParallelism()} processors, load ${load1.toFixed(1)}, Node ${process.version}.\n`,
  )
  const missed = measured.filter(one => isMet(one) === false)
  process.stdout.write(
    missed.length === 0 ? 'Every target is met.\n' : `Missed: ${missed.map(({ what }) => what).join('; ')}.\n`,
  )
  if (missed.length > 0) process.exitCode = 1
}

async function load(name: string): Promise<Bench> {
  return (await import(`./${name}.ts`)).bench
}

function table(measured: Measured[]): string {
  const rows = measured.map(one => {
    const { what, value, unit, target, note = '' } = one
    const wanted = target === undefined ? '' : 'most' in target ? `at most ${target.most}` : `at least ${target.least}`
    const met = isMet(one)
    return [what, `${shorten(value)} ${unit}`, wanted, met === undefined ? '' : met ? 'met' : 'MISSED', note]
  })
  const titles = ['measure', 'measured', 'target', '', 'from']
  return textTable(
    titles.map(title => ({ title, align: title === 'measured' ? 'right' : 'left' })),
    rows,
  )
}

function shorten(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
