// docs/proof-format.md: what it shows is run, and it leaves nothing out.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { loadSeed } from '../database/test-database.ts'
import { selfTest } from '../self-test/self-test.ts'
import { type Bench, openBench, toProve } from '../testing/tiny-application.ts'
import { parseProof } from './parse-proof.ts'
import { proofJsonSchema } from './schema/json-schema.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/proof-format.md'), 'utf8')
const whole = page.slice(page.indexOf('## A whole example'))
const [schema = '', seed = '', proof = ''] = [...whole.matchAll(/```(?:sql|yaml)\n([\s\S]*?)```/g)].map(
  match => match[1],
)

const LIST = `select id, title, case when :role = 'admin' then secret end as secret from docs
  where tenant_id = :tenant_id and deleted_at is null and :role <> 'suspended'
    and (:status is null or status = :status) and (:owner is null or owner_id = :owner)
  order by id limit least(greatest(coalesce(:page_size, 20), 1), 100)`
const CLOSE = `with done as (
    update docs set status = 'closed', version = version + 1
    where id = :doc_id and version = :expected_version and tenant_id = :tenant_id and status = 'open'
      and :role = 'admin' and deleted_at is null returning id
  ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from done)
  select id from done`
const ADD = `insert into notes (doc_id, client_key, body)
  select d.id, :client_key, :body from docs d
  where d.id = :doc_id and d.tenant_id = :tenant_id and d.deleted_at is null and :role <> 'suspended'
    and :client_key is not null and :body is not null
    and not exists (select from notes n where n.doc_id = d.id and n.client_key = :client_key)
  returning doc_id`
const SEARCH = `create function search_docs(tenant int, caller user_role, term text) returns table (id int, title text)
  language plpgsql as $$ begin
    return query execute 'select d.id, d.title from docs d where d.tenant_id = $1 and d.deleted_at is null
      and $2 <> ''suspended'' and strpos(d.title, $3) > 0 order by d.id limit 100' using tenant, caller, term;
  end $$`

/** What is wrong when a page does not explain a key; nothing when it does. */
function lackOf(key: string, text: string): string[] {
  const isExplained =
    text.includes(`\`${key}\``) || text.includes(`\`${key}:`) || new RegExp(`^#+ .*\\b${key}\\b`, 'm').test(text)
  return isExplained ? [] : [`docs/proof-format.md has no \`${key}\` in backticks, and no heading with this word`]
}

describe('the whole example of docs/proof-format.md', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench(schema, seed, proof)
  })
  after(() => bench.session.close())

  it('has no mistakes', () => assert.deepEqual(parseProof(proof).mistakes, []))

  it('passes its self-test', async () => {
    assert.deepEqual(await selfTest(bench.database), [])
    // The self-test may leave something in the catalog, so that the seed is loaded again before cases are proved.
    await loadSeed(bench.database, { file: 'seed.sql', sql: seed })
  })

  it('proves good cases', async () => {
    await bench.good('list-docs', LIST)
    await bench.good('close-doc', CLOSE)
    await bench.good('add-note', ADD)
    await bench.good('search-docs', SEARCH)
  })

  it('charges one rule for one flaw', async () => {
    const flaws: [string, string, string, string, string][] = [
      ['R2', 'list-docs', LIST, "case when :role = 'admin' then secret end", 'secret'],
      ['R3', 'list-docs', LIST, 'and deleted_at is null', ''],
      ['R5', 'close-doc', CLOSE, ":role = 'admin'", ":role <> 'suspended'"],
      ['R6', 'list-docs', LIST, "and :role <> 'suspended'", ''],
      ['R7', 'list-docs', LIST, '1), 100)', '1), 1000)'],
      ['R9', 'add-note', ADD, 'n.client_key = :client_key', 'n.id is null'],
      ['R8', 'search-docs', SEARCH, 'strpos(d.title, $3) > 0', "d.title like ''%' || term || '%''"],
    ]
    for (const [rule, query, code, right, wrong] of flaws) {
      assert.ok(code.includes(right), right)
      await bench.bad(query, code.replace(right, wrong), rule)
    }
  })
})

describe('what docs/proof-format.md says is tried', () => {
  it('is found: two filters in one call, and a word of the code', async () => {
    const bench = await openBench(schema, seed, proof)
    const pair = LIST.replace(
      'tenant_id = :tenant_id',
      "(tenant_id = :tenant_id or :status = 'closed' and :owner = 3)",
    ).replace('status = :status', 'status = :status or :owner = 3')
    await bench.bad('list-docs', pair, 'R1')
    await bench.bad(
      'search-docs',
      SEARCH.replace('d.deleted_at is null', "(d.deleted_at is null or $3 = ''dele'')"),
      'R3',
    )
    await bench.session.close()
  })
})

describe('what docs/proof-format.md says is not tried', () => {
  // Each leak shows in one call, which the engine makes only where `works` has it. An engine that tries more changes the page.
  const leaks = [
    {
      rule: 'R1',
      query: 'list-docs',
      code: LIST.replace(
        'tenant_id = :tenant_id',
        "(tenant_id = :tenant_id or :status = 'closed' and :owner = 3 and :page_size = 7)",
      ).replace('status = :status', 'status = :status or :owner = 3'),
      call: '- {as: ann, with: {status: closed, owner: 3, page_size: 7}, gives: []}',
    },
    {
      rule: 'R3',
      query: 'search-docs',
      code: SEARCH.replace('d.deleted_at is null', "(d.deleted_at is null or reverse($3) = ''eled'')").replace(
        'strpos(d.title, $3) > 0',
        "(strpos(d.title, $3) > 0 or reverse($3) = ''eled'')",
      ),
      call: '- {as: ann, with: {term: dele}, gives: []}',
    },
  ]

  it('has no witness; a part that no call shows at work leaves its case unproved', async () => {
    const bench = await openBench(schema, seed, proof)
    for (const { query, code } of leaks) {
      const { witnesses, unproved = '' } = await bench.prove(query, toProve('good', code))
      assert.deepEqual(witnesses, [])
      assert.match(unproved, /^$|no call shows what a part of the case permits/)
    }
    await bench.session.close()
  })

  it('is found once works has the call', async () => {
    for (const { rule, query, code, call } of leaks) {
      const [head = '', tail = ''] = proof.split(`  ${query}:\n`)
      const longer = tail.replace('    works:\n', `    works:\n      ${call}\n`)
      const bench = await openBench(schema, seed, `${head}  ${query}:\n${longer}`)
      await bench.bad(query, code, rule)
      await bench.session.close()
    }
  })
})

describe('what docs/proof-format.md says is tried', () => {
  it('is found: a page size that is not limited once a filter is given', async () => {
    const bench = await openBench(schema, seed, proof)
    const code = LIST.replace('1), 100)', '1), case when :status is null then 100 else 1000000 end)')
    await bench.bad('list-docs', code, 'R7')
    await bench.session.close()
  })
})

describe('docs/proof-format.md', () => {
  it('explains every key', () => {
    const names = new Set<string>()
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, part] of Object.entries(schema)) {
        if (key === 'properties') for (const name of Object.keys(part)) names.add(name)
        if (key !== 'examples') collect(part)
      }
    }
    collect(proofJsonSchema())
    assert.ok(names.size > 30)
    assert.deepEqual(
      [...names].flatMap(name => lackOf(name, page)),
      [],
    )
  })

  it('is told which key it does not explain', () => {
    assert.deepEqual(lackOf('min_rows', 'The key min_rows is new.'), [
      'docs/proof-format.md has no `min_rows` in backticks, and no heading with this word',
    ])
    for (const text of ['`min_rows`', '`min_rows: 3`', '# A\n\n### max_rows and min_rows\n'])
      assert.deepEqual(lackOf('min_rows', text), [], text)
    assert.equal(lackOf('rows', '### max_rows\n').length, 1)
  })

  it('has a heading for every link to one', () => {
    const anchor = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')
    const headings = new Set([...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading)))
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, link = '']) => link)
    assert.ok(links.length > 30)
    assert.deepEqual(
      links.filter(link => !headings.has(link)),
      [],
    )
  })
})
