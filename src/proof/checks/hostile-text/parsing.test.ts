import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

let bench: Bench
before(async () => {
  // A second role, and a title with a quote, which a search may rightly find.
  const proof = PROOF.replace(
    '      - {as: ann, with: {term: first}, gives: [11]}',
    '      - {as: ann, with: {term: first}, gives: [11]}\n      - {as: ben, with: {term: second}, gives: [12]}',
  ).replace('search_docs(:tenant_id, :term)', 'search_docs(:tenant_id, :role, :term)')
  bench = await openBench(SCHEMA, SEED.replace('second of one', "second of one''s"), proof)
})
after(() => bench.session.close())

const search = (execute: string, before = '') =>
  `create function search_docs(p_tenant_id int, p_role text, p_term text) returns table (id int, title text) language plpgsql as $$
   begin ${before} ${execute} end $$`

const rows = (condition: string) =>
  `select d.id, d.title from docs d where d.tenant_id = $1 and d.deleted_at is null and ${condition} order by d.id limit 3`

/** A search that pastes the text between the pieces of the statement. */
const pasted = (condition: string, text = 'p_term') => {
  const [start = '', end = ''] = rows(condition).replaceAll("'", "''").split('TEXT')
  return `return query execute '${start}' || ${text} || '${end}' using p_tenant_id;`
}

describe('text that is not executed', () => {
  const good = {
    'bound with USING': `return query execute '${rows('strpos(d.title, $2) > 0')}' using p_tenant_id, p_term;`,
    'a pattern bound with USING': `return query execute '${rows("d.title ilike ''%'' || $2 || ''%''")}' using p_tenant_id, p_term;`,
    'quoted by %L': `return query execute format('${rows('strpos(d.title, %L) > 0')}', p_term) using p_tenant_id;`,
    'quoted by quote_literal': pasted('strpos(d.title, TEXT) > 0', 'quote_literal(p_term)'),
    'made plain, cut, and quoted then': pasted(
      'strpos(d.title, TEXT) > 0',
      'quote_literal(left(normalize(p_term, NFKC), 60))',
    ),
    'bound, where errors are caught': `begin if p_term = '' then raise exception 'nothing is asked for'; end if;
      return query execute '${rows('strpos(d.title, $2) > 0')}' using p_tenant_id, p_term;
      exception when others then return; end;`,
    'bound, and repeated in the result': `return query execute 'select d.id, d.title || left($2, 0) from docs d where d.tenant_id = $1
      and d.deleted_at is null and strpos(d.title, $2) > 0 order by d.id' using p_tenant_id, p_term;`,
  }
  for (const [name, execute] of Object.entries(good))
    it(`is proved: ${name}`, () => bench.good('search-docs', search(execute)))

  it('is proved behind a guard that raises an error of its own', () => {
    const guard = `if p_term !~ '^[a-z'' ]*$' then raise exception 'unknown word %', p_term; end if;`
    return bench.good('search-docs', search(good['bound with USING'], guard))
  })

  it('is proved where the text is the name of a column, quoted by %I', () => {
    const guard = `if p_term in ('id', 'title') then return query execute format('${rows('true').replace('order by d.id', 'order by d.%I')}', p_term) using p_tenant_id; end if;`
    return bench.good('search-docs', search(good['bound with USING'], guard))
  })
})

describe('text that is executed without a leak that can be shown', () => {
  const flawed: Record<string, string> = {
    'five characters of it': pasted("strpos(lower(d.title), lower('TEXT')) > 0", 'left(p_term, 5)'),
    'five characters after the first word': `if split_part(p_term, ' ', 1) <> 'first' then return; end if;
      return query execute '${rows('true').replace(' limit', " ' || left(split_part(p_term, ' ', 2), 5) || ' limit")}' using p_tenant_id;`,
    'where one of its lines is allowed': `if p_term !~ '(?n)^first$' then return; end if;
      return query execute '${rows('strpos(d.title, left($2, 5)) > 0').replace('order by d.id', "order by d.id, (1)-- ' || p_term || '")}' using p_tenant_id, p_term;`,
    'cut after it is quoted': pasted('strpos(d.title, TEXT) > 0', 'left(quote_literal(p_term), 60)'),
    'cut after its quotes are doubled': pasted(
      "strpos(d.title, 'TEXT') > 0",
      "left(replace(p_term, '''', ''''''), 60)",
    ),
    'made plain after it is quoted': pasted('strpos(d.title, TEXT) > 0', 'normalize(quote_literal(p_term), NFKC)'),
    'quoted inside of the pattern of format()': `return query execute format('select d.id, d.title from docs d where d.tenant_id = $1
      and d.deleted_at is null and strpos(d.title, ' || quote_literal(p_term) || ') > 0 order by %I', 'id') using p_tenant_id;`,
    'for one role alone': `if p_role = 'member' then ${pasted("strpos(lower(d.title), lower('TEXT')) > 0", 'left(p_term, 5)')}
      else return query execute '${rows('strpos(d.title, $2) > 0')}' using p_tenant_id, p_term; end if;`,
    'where errors are caught': `begin ${pasted("strpos(d.title, 'TEXT') > 0", 'left(p_term, 12)')} exception when others then return; end;`,
    'where errors become an empty result, and words of SQL are refused': `if p_term ~* '\\m(or|select|union)\\M' then return; end if;
      begin ${pasted("strpos(d.title, 'TEXT') > 0")} exception when others then return; end;`,
  }
  for (const [name, execute] of Object.entries(flawed))
    it(`is not proved: ${name}`, async () => {
      const { unproved } = await bench.prove('search-docs', toProve('good', search(execute)))
      assert.match(unproved ?? 'proved', /the text of :term changes how the statement parses|R8 breaks/)
    })

  it('is told with the text and the error', async () => {
    const code = search(flawed['five characters of it'] ?? '')
    const { unproved } = await bench.prove('search-docs', toProve('good', code))
    assert.match(
      unproved ?? '',
      /the text of :term changes how the statement parses, so it is pasted into SQL: ".*'" ends in 42601/,
    )
  })
})

describe('hostile text behind a guard', () => {
  const condition = "strpos(upper(d.title), upper('TEXT')) > 0"
  const guards: Record<string, [string, string]> = {
    'words in lower case are refused': [`if p_term ~ '\\m(or|union|select)\\M' then return; end if;`, 'p_term'],
    'blanks are refused': [`if p_term ~ ' ' then return; end if;`, 'p_term'],
    'blanks of all kinds are refused': [`if p_term ~ '\\s' then return; end if;`, 'p_term'],
    'a quote is removed once': ['', `regexp_replace(p_term, '''', '')`],
    'comments are removed': ['', `replace(p_term, '--', '')`],
    'semicolons are refused': [`if p_term ~ ';' then return; end if;`, 'p_term'],
    'the text is put into upper case': ['', 'upper(p_term)'],
    'at most 20 characters are taken': ['', 'left(p_term, 20)'],
  }
  for (const [name, [guard, text]] of Object.entries(guards))
    it(`is executed: ${name}`, async () => {
      const code = search(pasted(condition, text), guard)
      const { unproved } = await bench.prove('search-docs', toProve('good', code))
      assert.match(unproved ?? 'proved', /R8 breaks|changes how the statement parses/)
    })
})

describe('hostile text that words are removed from', () => {
  const condition = "strpos(upper(d.title), upper('TEXT')) > 0"
  const removals: Record<string, string> = {
    'by a pattern': `p_term := regexp_replace(p_term, '(or|true|select|\\|\\|)', '', 'gi');`,
    'word by word': `for i in 1..3 loop p_term := replace(lower(p_term), (array['or', 'true', 'select'])[i], ''); end loop;`,
  }
  for (const [name, removal] of Object.entries(removals))
    it(`leaks what is hidden: ${name}`, () => bench.bad('search-docs', search(pasted(condition), removal), 'R8'))
})

describe('hostile text between dollar quotes', () => {
  const outcome = async (code: string) => (await bench.prove('search-docs', toProve('good', code))).unproved ?? 'proved'
  const executed = /R8 breaks|changes how the statement parses/
  const between = (text?: string) => pasted('d.title like $st$%TEXT%$st$', text)

  it('is executed: no condition can follow it', async () => {
    const array = "strpos(d.title, (array[$day$TEXT$day$, 'x'])[1]) > 0"
    assert.match(await outcome(search(pasted(array))), executed)
  })

  it('is executed: errors are caught, and words of SQL are refused', async () => {
    const guard = `if p_term ~* '\\m(or|select)\\M' then return; end if;`
    const caught = `begin ${between()} exception when others then return; end;`
    assert.match(await outcome(search(caught, guard)), executed)
  })

  const removals: Record<string, string> = {
    'removed once': "replace(p_term, '$st' || '$', '')",
    'removed twice': "replace(replace(p_term, '$st$', ''), '$st$', '')",
    'removed by splitting the text': "array_to_string(string_to_array(p_term, '$st$'), '')",
    'removed from the ends': "btrim(p_term, '$st')",
  }
  for (const [name, text] of Object.entries(removals))
    it(`is executed: the mark is ${name}`, async () => assert.match(await outcome(search(between(text))), executed))

  it('is not executed where no dollar sign is left', () =>
    bench.good('search-docs', search(between("replace(p_term, '$', '')"))))
})
