// The form of proof.yaml: every key with what it may hold and what it means. docs/proof-format.md explains the same at
// length; docs/proof.schema.json is made from this file.

import { z } from 'zod'
import { query } from './query-schema.ts'
import { count, flag, keys, named, oneOf, oneOrMore, sql, text, value } from './schema-parts.ts'

const contextType = z.union(
  [
    text,
    keys(
      {
        type: text.describe('The SQL type.'),
        value: value.optional().describe('The value that every actor has who does not name another.'),
      },
      { how: 'write it as {type: timestamptz, value: 2026-03-01T12:00:00Z}' },
    ),
  ],
  { error: 'a SQL type, or {type: timestamptz, value: 2026-03-01T12:00:00Z}, was wanted' },
)

const rowRule = z.union(
  [
    sql,
    keys({
      where: sql.optional().describe('What must hold of a row for the caller to see it and to change it.'),
      via: oneOrMore(text, 'a column, or a list of columns, was wanted')
        .optional()
        .meta({
          description:
            'The columns of a foreign key. The row that the key points at must satisfy the same rule; a key that is NULL passes.',
          examples: ['doc_id', ['tenant_id', 'doc_id']],
        }),
      may_change: sql.optional().meta({
        description: 'Which changes of a hidden row are allowed all the same. The condition speaks of old and new.',
        examples: [":role = 'admin' and new.deleted_at is null"],
      }),
    })
      .refine(({ where, via }) => where !== undefined || via !== undefined, {
        error: 'has neither where nor via; one was wanted',
      })
      .meta({ anyOf: [{ required: ['where'] }, { required: ['via'] }] }),
  ],
  { error: 'a condition, {where: a condition} or {via: a column} was wanted' },
)

const CHANGES = {
  insert: sql.optional().describe('What must hold of "new" when a row is inserted.'),
  update: sql.optional().describe('What must hold of "old" and "new" when a row is updated.'),
  delete: sql.optional().describe('What must hold of "old" when a row is deleted; false: no row may be deleted.'),
}

const requirement = keys(
  {
    table: text.describe('The table whose rows are changed or returned.'),
    on: oneOf(['insert', 'update', 'delete', 'return']).describe('What happens to a row of the table.'),
    when: sql
      .optional()
      .describe('Of which changes (or returned rows) the requirement speaks; without it, of all of them.'),
    inserts: text.describe('The table into which the same call must insert a row.'),
    where: sql.describe('What must hold of that row ("inserted"), beside "old" and "new" of the changed one.'),
    times: count(0).optional().describe('How many such rows there must be; without it, at least one.'),
  },
  {
    how: 'write it as {table: files, on: update, inserts: file_log, where: inserted.file_id = new.id}, with when: old.state <> new.state for some changes alone, with "on: return" and files.id for a row that is returned, or a list of such',
  },
).meta({ id: 'requirement' })

const example = keys(
  {
    as: text.describe('The actor who makes the statements, and to whom rows are shown.'),
    with: named(value).optional().describe("The client's parameters, for conditions that name them."),
    allowed: sql.optional().describe('A statement that does something and keeps the rule.'),
    forbidden: sql.optional().describe('A statement that breaks the rule.'),
    shows: named(sql)
      .optional()
      .meta({
        description: 'By table, or by column as table.column: a condition for rows that the rule shows to the actor.',
        examples: [{ docs: 'id in (11, 12)', 'docs.secret': 'id = 11' }],
      }),
    hides: named(sql)
      .optional()
      .meta({
        description: 'By table, or by column: a condition for rows that the rule hides from the actor.',
        examples: [{ docs: 'id = 21' }],
      }),
  },
  {
    how: 'write it as {as: an actor, allowed: a statement, forbidden: a statement}, or as {as: an actor, shows: {docs: id = 11}, hides: {docs: id = 21}}',
  },
)

const RULE_KEYS = {
  category: text.optional().meta({
    description: 'The kind of flaw, by which reports group the rules.',
    examples: ['tenant-isolation', 'missing-access-control', 'sql-injection'],
  }),
  within: text.optional().describe('The id of another rule. This rule speaks only of rows that the other one shows.'),
  rows: named(rowRule)
    .optional()
    .meta({
      description:
        'By table: what must hold of a row for the caller to see it and to change it. "*": a condition on the caller, for every table.',
      examples: [{ docs: 'docs.tenant_id = :tenant_id', notes: { via: 'doc_id' } }],
    }),
  columns: named(
    sql.describe('When the caller may see this column; false for nobody.'),
    z.string().regex(/^\w+\.\w+$/, { error: 'table.column was wanted' }),
  )
    .optional()
    .meta({
      description: 'By table.column: when the caller may see it.',
      examples: [{ 'docs.secret': ":role = 'admin'" }],
    }),
  changes: named(
    z.union([sql, keys(CHANGES)], { error: 'a condition, or {insert: …, update: …, delete: …}, was wanted' }),
  )
    .optional()
    .meta({
      description:
        'By table: what must hold of a change, said of old and new; before.<table> is the table before the call. One condition stands for insert, update and delete. "*": every table that is not named.',
      examples: [{ docs: { update: 'old.status = new.status', delete: false } }],
    }),
  requires: oneOrMore(requirement, 'a requirement, or a list of such, was wanted')
    .optional()
    .describe('What a change (or a returned row) needs: a row that the same call inserts into another table.'),
  always: sql.optional().meta({
    description:
      'What must hold after every call: a condition over the tables, over before.<table> (the rows before the first call) and over log, all changes of the calls so far with call, table_name, operation, old, new and context.',
    examples: ['not exists (select from credits c where c.approved_by = c.proposed_by)'],
  }),
  max_rows: count(1)
    .optional()
    .meta({ description: 'How many rows one call may return.', examples: [100] }),
  flood: named(oneOrMore(text, 'a column, or a list of columns, was wanted'))
    .optional()
    .meta({
      description:
        'For max_rows: the tables to fill with copies of their rows, and the columns that get a new value in each copy.',
      examples: [{ docs: ['id'] }],
    }),
  injection: flag.optional().describe('Hostile text that changes what a case does breaks this rule, and no other.'),
  example: oneOrMore(example, 'an example, or a list of such, was wanted')
    .optional()
    .describe(
      'A statement that the rule allows and one that it forbids, to test "changes", "requires" and "always" by; or a list of such.',
    ),
}

/** Keys that describe a rule, or serve another key of it. */
const DESCRIBES = ['category', 'within', 'flood', 'example']

/** Keys by which a rule says something that can break. */
export const SAYS = Object.keys(RULE_KEYS).filter(key => !DESCRIBES.includes(key))

const rule = keys(RULE_KEYS, {
  elsewhere: { once: id => `write once: ${id} in the queries that it speaks of` },
}).refine(data => Object.keys(data).length > 0, {
  error: ({ path }) => {
    const id = String(path?.at(-1))
    return `says nothing; one of ${SAYS.join(', ')} was wanted, or callers: {${id}: [role]} or once: ${id} in a query, and its category here`
  },
})

const variedTable = z.union(
  [
    oneOrMore(text, 'a column, or a list of columns, was wanted'),
    keys({
      columns: oneOrMore(text, 'a column, or a list of columns, was wanted').describe('The columns of the table.'),
      where: sql
        .optional()
        .describe(
          'What holds of every row, beside the constraints of the schema: a note is of the same tenant as its doc.',
        ),
    }),
  ],
  { error: 'a list of columns, or {columns: […], where: a condition}, was wanted' },
)

export const proofFile = keys(
  {
    context: named(contextType).meta({
      description:
        'The parameters that the server sets, with their SQL types: those that the calling convention of SPEC.md names.',
      examples: [{ user_id: 'int', now: { type: 'timestamptz', value: '2026-03-01T12:00:00Z' } }],
    }),
    actors: named(named(value)).meta({
      description: 'Who calls. Each actor has a value for every parameter of "context".',
      examples: [{ ann: { user_id: 1, tenant_id: 1, role: 'admin' } }],
    }),
    owner: text.optional().meta({
      description:
        'The role that executes the schema and the migrations of cases, where the schema creates roles. It owns the tables.',
      examples: ['app_owner'],
    }),
    identity: z
      .array(sql)
      .optional()
      .meta({
        description:
          'The statements before each call of an operation: SET LOCAL ROLE with a parameter of "context", and SELECTs of set_config.',
        examples: [['set local role :db_role', "select set_config('app.user_id', :user_id::text, true)"]],
      }),
    rules: named(rule.meta({ minProperties: 1 })).describe('By id: the rules of SPEC.md, said for a machine.'),
    queries: named(query).describe('By name: the queries of the application, and how each is called.'),
    vary: named(variedTable)
      .optional()
      .meta({
        description:
          'By table: the columns whose values may be others than those of the seed. Good cases are tried on seeds with such values too.',
        examples: [{ docs: ['status', 'title'], notes: { columns: 'doc_id', where: 'notes.doc_id <> notes.id' } }],
      }),
    seeds: oneOrMore(text, 'a file, or a list of files, was wanted')
      .optional()
      .meta({
        description: 'The seed files, the main one first. Without it: seed.sql and every seed-*.sql beside this file.',
        examples: [['seed.sql', 'seed-sparse.sql']],
      }),
  },
  { how: 'context, actors, rules and queries were wanted' },
)

export type ProofFile = z.infer<typeof proofFile>
