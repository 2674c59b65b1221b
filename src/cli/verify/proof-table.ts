import type { Case } from '../../domain.ts'
import { printable } from '../../lib/text/printable.ts'
import { type Column, textTable } from '../../lib/text/text-table.ts'
import type { Proof } from '../../witness.ts'

type Paint = (style: 'bold' | 'green' | 'red', text: string) => string

/** Queries × cases: the rules that each bad case breaks, `-` for a good one, `?` for what is unproved. */
export function proofTable(cases: Case[], proofs: Proof[], paint: Paint): string {
  const byPath = new Map(proofs.map(proof => [proof.casePath, proof]))
  const numbers = [...new Set(cases.map(({ number }) => number))].sort()
  const columns: Column[] = [
    { title: 'query', align: 'left' },
    ...numbers.map(number => ({ title: number, align: 'left' }) as const),
    { title: 'proved', align: 'right' },
  ]
  const rows = [...Map.groupBy(cases, ({ query }) => query)].map(([query, group]) => {
    const cells = numbers.map(number => {
      const one = group.find(candidate => candidate.number === number)
      const proof = one && byPath.get(one.path)
      if (!one || !proof) return ''
      const broken = proof.witnesses.map(({ rule }) => rule).join(' ')
      if (proof.unproved !== undefined) return paint('red', broken === '' ? '?' : `? ${broken}`)
      return paint('green', broken === '' ? 'good' : broken)
    })
    const proved = group.filter(({ path }) => byPath.get(path)?.unproved === undefined && byPath.has(path)).length
    return [printable(query, 40), ...cells, `${proved}/${group.length}`]
  })
  return textTable(columns, rows, header => paint('bold', header))
}
