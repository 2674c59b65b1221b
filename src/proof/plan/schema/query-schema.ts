// The form of one query in proof.yaml.

import { z } from 'zod'
import {
  anyScalar,
  count,
  countBetween,
  countOr,
  flag,
  keys,
  named,
  oneOrMore,
  sql,
  text,
  value,
} from './schema-parts.ts'

const payloads = oneOrMore(anyScalar, 'true, a text or a list of texts was wanted')

const parameter = z
  .union(
    [
      anyScalar,
      z.array(value),
      keys({
        type: text.optional().meta({ description: 'The SQL type.', examples: ['int', 'text', 'uuid', 'int[]'] }),
        values: value.optional().describe('A column whose values are sent (docs.id), or the values to send.'),
        value: value.optional().describe('The same as "values", for one of them.'),
        limit: flag
          .optional()
          .describe("The client's page size: sent as NULL and 1, and among many rows as NULL, -1 and a million too."),
        payloads: payloads.optional().meta({
          description: 'Hostile text is sent here: the built-in texts (true), and those that are listed.',
          examples: [true, ["x' or true --"]],
        }),
        payload: payloads.optional().describe('The same as "payloads", for one of them.'),
      }),
    ],
    { error: 'a column (docs.id), a list of values, or {type: text, values: [a, b]} was wanted' },
  )
  .meta({
    examples: ['docs.id', 'docs.id[]', 'int', [1, 2], { type: 'text', values: ['first'], payloads: true }],
  })

const changedRows = z.union([z.array(value), count(0)], { error: 'a list of keys, or a whole number, was wanted' })

const workingCall = keys(
  {
    as: text.describe('The actor who calls.'),
    with: named(value).optional().describe("The client's parameters; those that are left out are NULL."),
    gives: value.optional().meta({
      description:
        'The keys of the rows that come back: a list, or a SELECT that finds them. A good case gives just these, a bad one at least these.',
      examples: [[11, 12], 'select id from docs where tenant_id = :tenant_id'],
    }),
    changes: named(changedRows)
      .optional()
      .meta({
        description: 'By table: the keys of the rows that the call changes, or how many it changes.',
        examples: [{ docs: [11], audit: 1 }],
      }),
    seed: text.optional().describe('The seed file on which the call is made; without it, the first one.'),
  },
  { how: 'write it as {as: an actor, with: {id: 1}, gives: [1]}' },
).meta({ id: 'call' })

const equivalent = keys(
  {
    mutant: text.describe('The mutant, as verify --mutants prints it.'),
    reason: text.describe('Why no data can tell it from the query.'),
    case: text.optional().describe('The end of the name of the one case that is meant, such as -01-good.'),
  },
  { how: 'write it as {mutant: what verify --mutants prints, reason: why no data shows it}' },
).meta({ id: 'equivalent' })

const roles = oneOrMore(text, 'a role or an actor, or a list of such, was wanted')

const works = oneOrMore(workingCall, 'a call, or a list of calls, was wanted')
  .refine(calls => !Array.isArray(calls) || calls.length > 0, {
    error: 'is an empty list; a call in which the query does its job was wanted',
  })
  .describe('Calls in which the query must do its job: at least one for each role that may call it.')

const CALL_KEYS = {
  parameters: named(parameter)
    .optional()
    .describe("The client's parameters, in the order of $1, $2, … Trusted ones may stand among them, without a value."),
  works,
  key: text.optional().meta({
    description: 'The column of the result by which rows are known; without it, id.',
    examples: ['total'],
  }),
  aggregate: flag.optional().describe('The result sums up: a bad case need only return some row, not these keys.'),
  callers: z
    .union([named(roles), z.array(text)], { error: 'a list of roles, or {a rule: [roles]}, was wanted' })
    .optional()
    .meta({
      description:
        'By rule: the roles or actors whose job this is. The rule breaks when anyone else gets or changes a row.',
      examples: [{ R5: ['admin'] }, ['admin']],
    }),
  max_rows: countOr(
    'none',
    'a whole number of 1 or more, or none, was wanted; the tables to fill stand in the rule, as flood: {table: [unique columns]}',
  )
    .optional()
    .describe('Another limit than that of the rule; none: this query has no limit to test.'),
  once: text.optional().describe('The id of the rule that breaks when the same call, made twice, has two effects.'),
}

const operation = keys(
  {
    sql: sql.describe('The statement that the application sends, with parameters as :name.'),
    ...CALL_KEYS,
  },
  { how: 'write it as {sql: select * from my_visits, works: {as: an actor, gives: [1]}}' },
).meta({ id: 'operation' })

export const query = keys(
  {
    ...CALL_KEYS,
    works: works.optional(),
    operations: named(operation)
      .optional()
      .describe('Cases of this query are migrations. By name: what the application sends once the migration is there.'),
    exposes: oneOrMore(text, 'all, or a list of tables and views, was wanted')
      .optional()
      .meta({
        description:
          'An API lets each role send SELECT, INSERT, UPDATE, DELETE and MERGE of its own on these tables and views: all, or a list. Only beside operations.',
        examples: ['all', ['docs', 'my_docs']],
      }),
    sequences: countBetween(2, 6)
      .optional()
      .meta({
        description: 'The most calls of a sequence of operations, the judged one included; without it, 3.',
        examples: [4],
      }),
    call: sql.optional().meta({
      description: 'How a function that a case creates is called.',
      examples: ['select * from search_docs(:tenant_id, :term)'],
    }),
    equivalent: oneOrMore(equivalent, 'an equivalent mutant, or a list of such, was wanted')
      .optional()
      .describe('Mutants of a good case that no data can tell from it.'),
  },
  {
    how: 'a call in which it does its job was wanted',
    elsewhere: { function: () => 'write how it is called, as call: select * from search(:user_id, :term)' },
  },
)
  .refine(({ works: calls, operations }) => calls !== undefined || operations !== undefined, {
    path: ['works'],
    error: 'is missing; a call in which it does its job was wanted',
  })
  .refine(({ sequences, operations }) => sequences === undefined || operations !== undefined, {
    path: ['sequences'],
    error: 'is about calls of operations, which the query does not have',
  })
  .meta({ anyOf: [{ required: ['works'] }, { required: ['operations'] }] })

export type OperationFile = z.infer<typeof operation>
export type QueryFile = z.infer<typeof query>
