import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { readExecutedTexts } from './unreadable.ts'

const unreadableText = (definition: string) => readExecutedTexts(definition).unreadable

const inBody = (body: string, declarations = '') =>
  `create function f(p_sort text, p_n int) returns setof int language plpgsql as $$
  declare v text; r record; ${declarations}
  begin ${body}; end $$`

describe('text that a function runs', () => {
  before(() => loadModule())

  it('cannot be read where a function makes it', () => {
    const texts = [
      "convert_from(decode('73656c656374', 'hex'), 'UTF8')",
      "reverse('1 tceles')",
      "chr(115) || 'elect 1'",
      "translate('zelect 1', 'z', 's')",
      "replace('select 0R', '0', 'O')",
      "substr('xselect 1', 2)",
      "replace(p_sort, 'a', 'or')",
      "'select ' || (select string_agg(e.value, '') from jsonb_each_text('{}') e)",
      "format(reverse('s%'), 'a')",
      "format('select %s', overlay('a b' placing 'x' from 2))",
      '\'{"a": "select 1"}\'::json ->> \'a\'',
      '(select t.text from texts t limit 1)',
    ]
    for (const text of texts) assert.match(unreadableText(inBody(`return query execute ${text}`)) ?? '', /./, text)
  })

  it('cannot be read where a variable brings it', () => {
    for (const [body, declarations] of [
      ["v := reverse('1 tceles'); execute v", ''],
      ["v := v || chr(79); for r in execute 'select ' || v loop null; end loop", ''],
      ['select t.text into v from texts t; execute v', ''],
      ['select t.text into r from texts t; execute r.text', ''],
      ['execute w', "w text := encode('select', 'escape');"],
      ["open c for select reverse('1'); fetch c into v; execute 'select ' || v", 'c refcursor;'],
      ["fetch c into v; execute 'select ' || v", "c cursor for select reverse('1');"],
      ["open c for execute 'select 1'; fetch c into r; execute 'select ' || r.a", 'c refcursor;'],
      ["foreach v in array array[reverse('1')] loop execute 'select ' || v; end loop", ''],
      ["get diagnostics v = message_text; execute 'select ' || v", ''],
      ['"V w" := reverse(\'1\'); execute \'select \' || "V w"', '"V w" text;'],
      ["a := reverse('1'); execute 'select ' || p_sort", 'a alias for p_sort;'],
      ["execute 'select ' || a", 'a alias for p_sort;'],
      ["$1 := reverse('1'); execute 'select ' || p_sort", ''],
      ["p_sort := reverse('1'); execute 'select ' || $1", ''],
      ["f.p_sort := reverse('1'); execute 'select ' || p_sort", ''],
      ["r.a := reverse('1'); execute 'select ' || r.a", ''],
      ["w[(1 = 1)::int] := reverse('1'); execute 'select ' || w[1]", 'w text[];'],
      ["execute 'select text from texts' into v; execute 'select ' || v", ''],
      ["for r in execute 'select text from texts' loop execute 'select ' || r.text; end loop", ''],
      ["call g(v); execute 'select ' || v", ''],
      ["begin null; exception when others then execute 'select ' || sqlerrm; end", ''],
      ["select p_sort.text into v from texts p_sort; execute 'select ' || v", ''],
      ["v := btrim('~ or true ~', '~'); execute 'select ' || v", ''],
      ["select left(x, 7) into v from unnest(array['or true nothing']) x; execute 'select ' || v", ''],
    ] as const)
      assert.match(unreadableText(inBody(body, declarations)) ?? '', /./, body)
  })

  it('can be read where it is put together from constants, quoted values and parameters', () => {
    for (const body of [
      "execute 'select 1'",
      "return query execute format('select %I, %L, %s from t', reverse(p_sort), md5(p_sort), p_n)",
      "v := case lower(p_sort) when 'a' then 'a desc' else 'b' end; return query execute 'select a from t order by ' || v",
      "select string_agg(format('%L, e.%I', f, f), ', ') into v from unnest(array['a', 'b']) f; execute 'select ' || v",
      "select string_agg(format('%L, %s', c.name, c.text), ', ') into v from (values ('a', 'b')) c (name, text); execute v",
      "v := split_part(lower(p_sort), ' ', 1); execute 'select ' || coalesce(v, 'a') || (p_n + 1)::text",
      "execute 'select ''' || replace(p_sort, '''', '''''') || ''''",
      "select string_agg(e.value, ', ') into v from jsonb_each_text(p_sort::jsonb) e; execute 'select ' || v",
      "execute 'select ' || (p_sort::jsonb -> 'name' ->> 'is')",
      "v := reverse(p_sort); execute 'select $1' using v",
      "execute 'select ' || quote_literal(reverse(p_sort)) || length(p_sort)",
      "foreach v in array array['a', 'b'] loop execute 'select ' || v || f.p_sort || $1; end loop",
      "p_n := length(reverse(p_sort)); get diagnostics p_n = row_count; execute 'select ' || p_n",
      "v := rtrim('a, b, ', ', '); execute 'select ' || v || btrim(p_sort, '\"')",
      "select string_agg(split_part(x, ' ', 1), ', ') into v from unnest(string_to_array(p_sort, ',')) x; execute 'select ' || v",
      "for r in select x.a from (values ('b')) x (a) loop execute 'select ' || r.a; end loop",
    ])
      assert.equal(unreadableText(inBody(body)), undefined, body)
  })
})
