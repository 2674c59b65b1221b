import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCsv } from './csv.ts'
import { exampleEvaluation } from './testing/example-evaluation.ts'

describe('toCsv', () => {
  it('has a line with the names of the columns, and a line for each evaluation', async () => {
    const [head, line, ...others] = await Array.fromAsync(toCsv([[exampleEvaluation({ violates: ['R1', 'R2'] })]]))
    assert.equal(
      head,
      'timestamp,model,host,parameters,prompt,repeat,application,query,case,language,label,result,right,violates,rules_named,provider,prompt_tokens,completion_tokens,cost_usd,latency_ms,code_sha256,level,decoy\r\n',
    )
    assert.equal(
      line,
      '2026-08-14T09:30:00.000Z,vendor/model,models.example,{},default,1,shop,list-orders,shop/list-orders-03-bad.md,sql,bad,bad,1,R1 R2,R1,,10,20,0.25,1500,c0de,statement,0\r\n',
    )
    assert.deepEqual(others, [])
  })

  it('says which good cases are meant to look wrong, and leaves an unknown level empty', async () => {
    const [, line] = await Array.fromAsync(toCsv([[exampleEvaluation({ isDecoy: true, level: null })]]))
    assert.match(line ?? '', /,c0de,,1\r\n$/)
  })

  it('has 0 in the column `right` when there is no verdict', async () => {
    const [, line] = await Array.fromAsync(toCsv([[exampleEvaluation({ result: 'refused' })]]))
    assert.match(line ?? '', /,bad,refused,0,/)
  })

  it('quotes cells with commas, quotes or line breaks, and puts a single quote before formulas', async () => {
    const [, line] = await Array.fromAsync(
      toCsv([[exampleEvaluation({ name: '=cmd|"/c calc"!A1', query: 'a,b\nc', provider: '@SUM(1)' })]]),
    )
    assert.match(line ?? '', /^[^,]+,"'=cmd\|""\/c calc""!A1",/)
    assert.match(line ?? '', /,"a,b\nc",/)
    assert.match(line ?? '', /,'@SUM\(1\),/)
  })
})
