import { type Counter, count, countColumnGrants, countSequences } from './counter.ts'

const CREATED = ['table', 'view', 'function', 'trigger', 'policy', 'index', 'type', 'domain', 'sequence']

/** The words behind which a statement creates something of this kind, whatever stands between them. */
const created = (words: string[], kind: string) =>
  words.filter((word, index) => {
    if (word !== 'create') return false
    return words.slice(index + 1, index + 5).find(next => CREATED.includes(next)) === kind
  }).length

/** Where a word stands on the average: 0 at the beginning of the code, 1 at its end; a half where it does not stand. */
const place = (words: string[], wanted: string) => {
  const places = words.flatMap((word, index) => (word === wanted ? [index / words.length] : []))
  return places.length === 0 ? 0.5 : places.reduce((sum, one) => sum + one, 0) / places.length
}

/** What migrations have beside what all SQL has. The place of a word tells the order of files and statements. */
export const MIGRATION_COUNTERS: Record<string, Counter> = {
  files: ({ files }) => files,
  'tables created': ({ words }) => created(words, 'table'),
  views: ({ words }) => created(words, 'view'),
  functions: ({ words }) => created(words, 'function'),
  triggers: ({ words }) => created(words, 'trigger'),
  policies: ({ words }) => created(words, 'policy'),
  indexes: ({ words }) => created(words, 'index'),
  'types and domains': ({ words }) => created(words, 'type') + created(words, 'domain'),
  'OR REPLACE': ({ words }) => countSequences(words, 'or', 'replace'),
  DROP: ({ words }) => count(words, 'drop'),
  ALTER: ({ words }) => count(words, 'alter'),
  RENAME: ({ words }) => count(words, 'rename'),
  grants: ({ words }) => count(words, 'grant'),
  'grants of columns': ({ words }) => countColumnGrants(words),
  revokes: ({ words }) => count(words, 'revoke'),
  definer: ({ words }) => countSequences(words, 'security', 'definer'),
  search_path: ({ words }) => count(words, 'search_path'),
  security_invoker: ({ words }) => count(words, 'security_invoker'),
  FORCE: ({ words }) => count(words, 'force'),
  restrictive: ({ words }) => count(words, 'restrictive'),
  USING: ({ words }) => count(words, 'using'),
  'WITH CHECK': ({ words }) => countSequences(words, 'with', 'check'),
  'policies FOR ALL': ({ words }) => countSequences(words, 'for', 'all'),
  BEFORE: ({ words }) => count(words, 'before'),
  AFTER: ({ words }) => count(words, 'after'),
  WHEN: ({ words }) => count(words, 'when'),
  'ON CONFLICT': ({ words }) => countSequences(words, 'on', 'conflict'),
  CASCADE: ({ words }) => count(words, 'cascade'),
  REFERENCES: ({ words }) => count(words, 'references'),
  UNIQUE: ({ words }) => count(words, 'unique'),
  'generated columns': ({ words }) => count(words, 'generated'),
  'volatility named': ({ words }) => count(words, 'stable', 'immutable', 'volatile'),
  RAISE: ({ words }) => count(words, 'raise'),
  'place of policies': ({ words }) => place(words, 'policy'),
  'place of grants': ({ words }) => place(words, 'grant'),
  'place of functions': ({ words }) => place(words, 'function'),
  'place of triggers': ({ words }) => place(words, 'trigger'),
  'place of views': ({ words }) => place(words, 'view'),
}
