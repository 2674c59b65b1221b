// What `npm run verify` needs to prove the cases of skeleton.ts as they are written.

export const SKELETON_SEED = `-- Every title says whose document it is, so that a witness can be read.
insert into documents (id, org_id, owner_id, title, deleted_at) values
  (11, 1, 101, 'first of ann', null),
  (12, 1, 101, 'second of ann', null),
  (13, 1, 101, 'deleted of ann', '2026-01-01'),
  (14, 1, 102, 'first of ben', null),
  (21, 2, 101, 'of ann, in organisation 2', null),
  (22, 2, 201, 'first of cleo', null),
  (31, 3, 301, 'first of dan', null);
`

export function skeletonProof(query: string): string {
  return `# yaml-language-server: $schema=../../docs/proof.schema.json
# The rules of SPEC.md for a machine. docs/first-application.md is a tutorial, docs/proof-format.md explains every key.
context: # what the server sets
  user_id: int
  org_id: int
  now: {type: timestamptz, value: 2026-03-01T12:00:00Z}
actors: # who calls
  ann: {user_id: 101, org_id: 1}
  ben: {user_id: 102, org_id: 1}
  cleo: {user_id: 201, org_id: 2}
rules: # the same ids as in SPEC.md
  R1: {category: tenant-isolation, rows: {documents: org_id = :org_id}}
  R2: {category: soft-delete, within: R1, rows: {documents: deleted_at is null}}
  R3: {category: missing-access-control, within: R1, rows: {documents: owner_id = :user_id}}
  R4: {category: pagination, max_rows: 100}
queries:
  ${query}:
    parameters: # what the client sends
      page_size: {type: int, limit: true}
      title: documents.title
      client_org_id: documents.org_id
    works: # calls in which every case must do its job
      - {as: ann, with: {client_org_id: 1}, gives: [11, 12]}
      - {as: ben, with: {client_org_id: 1, page_size: 10}, gives: [14]}
`
}
