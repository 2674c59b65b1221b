// The smallest application that has a rule of every kind.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { loadModule } from 'libpg-query'
import type { Label } from '../../domain.ts'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import type { Proof, Witness } from '../../witness.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { createTestDatabase, loadSeed, type TestDatabase } from '../database/test-database.ts'
import { parseProof } from '../plan/parse-proof.ts'
import type { ProofPlan } from '../plan/plan.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { concludeProof } from '../prover/conclude.ts'
import { proveCases } from '../prover/prove-cases.ts'
import { findActors } from '../worlds/actors.ts'

export const TEMPLATE = join(import.meta.dirname, '../../../.cache/postgres.tar')

export const SCHEMA = `
create table tenants (id int primary key, name text not null);
create table docs (
  id int primary key, tenant_id int not null references tenants, title text not null, secret text,
  status text not null default 'open', deleted_at timestamptz
);
create table notes (id int primary key, doc_id int not null references docs, body text not null);
create table audit (id serial primary key, doc_id int not null, actor_id int not null);
create table payments (id serial primary key, tenant_id int not null, key text not null, amount int not null);
`

export const SEED = `
insert into tenants values (1, 'one'), (2, 'two'), (3, 'three');
insert into docs (id, tenant_id, title, secret, deleted_at) values
  (11, 1, 'first of one', 's11', null), (12, 1, 'second of one', 's12', null), (13, 1, 'deleted of one', 's13', '2026-01-01'),
  (21, 2, 'first of two', 's21', null), (22, 2, 'deleted of two', 's22', '2026-01-01'), (31, 3, 'first of three', 's31', null);
insert into notes select id * 10, id, 'note on ' || title from docs;
insert into payments (tenant_id, key, amount) values (2, 'old', 1), (1, 'older', 1);
`

export const PROOF = `
context: {user_id: int, tenant_id: int, role: text}
actors:
  ann: {user_id: 1, tenant_id: 1, role: admin}
  ben: {user_id: 2, tenant_id: 1, role: member}
  cleo: {user_id: 3, tenant_id: 2, role: admin}
rules:
  R1:
    category: tenant-isolation
    rows:
      docs: docs.tenant_id = :tenant_id
      notes: {via: doc_id}
      payments: payments.tenant_id = :tenant_id
  R2: {category: sensitive-fields, columns: {docs.secret: ":role = 'admin'"}}
  R3: {category: soft-delete, within: R1, rows: {docs: deleted_at is null, notes: {via: doc_id}}}
  R4:
    category: state-transition
    changes: {docs: {update: "old.status = new.status or (old.status, new.status) = ('open', 'closed')"}}
    example:
      as: ann
      allowed: update docs set status = 'closed' where id = 11
      forbidden: update docs set status = 'lost' where id = 11
  R5:
    category: permission-validation
    requires:
      - {table: docs, on: update, inserts: audit, where: inserted.doc_id = new.id and inserted.actor_id = :user_id}
    example:
      as: ann
      allowed: >-
        with done as (update docs set status = 'closed' where id = 11 returning id)
        insert into audit (doc_id, actor_id) select id, :user_id from done
      forbidden: update docs set status = 'closed' where id = 11
  R6: {category: missing-access-control}
  R7: {category: pagination, max_rows: 3, flood: {docs: [id]}}
  R8: {category: sql-injection, injection: true}
  R9: {category: state-transition}
queries:
  list-docs:
    parameters: {page_size: {type: int, limit: true}}
    works:
      - {as: ann, gives: [11, 12]}
      - {as: cleo, gives: [21]}
  close-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    callers: {R6: [admin]}
    works:
      - {as: ann, with: {doc_id: 11}, gives: [11], changes: {docs: [11], audit: 1}}
  pay:
    parameters: {key: {type: text, values: [k1]}, amount: {type: int, values: [5]}}
    max_rows: none
    once: R9
    works:
      - {as: ann, with: {key: k1, amount: 5}, changes: {payments: 1}}
  search-docs:
    parameters: {term: {type: text, values: [first], payloads: true}}
    max_rows: none
    call: select * from search_docs(:tenant_id, :term)
    works:
      - {as: ann, with: {term: first}, gives: [11]}
`

export const GOOD = {
  list: `select id, title, case when :role = 'admin' then secret end as secret from docs
    where tenant_id = :tenant_id and deleted_at is null order by id limit least(coalesce(:page_size, 3), 3)`,
  close: `with done as (
      update docs set status = 'closed'
      where id = :doc_id and tenant_id = :tenant_id and :role = 'admin' and deleted_at is null and status = 'open' returning id
    ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from done)
    select id from done`,
  pay: `insert into payments (tenant_id, key, amount)
    select :tenant_id, :key, :amount where :amount > 0
      and not exists (select from payments p where p.tenant_id = :tenant_id and p.key = :key) returning id`,
  search: `create function search_docs(p_tenant_id int, p_term text) returns table (id int, title text) language plpgsql as $$
    begin
      return query execute 'select d.id, d.title from docs d where d.tenant_id = $1 and d.deleted_at is null
        and strpos(d.title, $2) > 0 order by d.id limit 3' using p_tenant_id, p_term;
    end $$`,
}

export function tinyPlan(proof = PROOF): ProofPlan {
  const { plan, mistakes } = parseProof(proof)
  if (!plan) throw new Error(JSON.stringify(mistakes))
  return plan
}

const RULES = ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9'].map(id => ({ id }))

export function toProve(label: Label, code: string, violates: string[] = []): CaseToProve {
  return { path: `tiny/case-${label}.md`, label, code, language: 'sql', violates }
}

export function sentenceOf(witness: Witness | undefined): string {
  return witness ? describeWitness(witness) : ''
}

export interface Bench {
  session: Session
  database: TestDatabase
  prove(query: string, one: CaseToProve): Promise<Proof>
  /** The code is proved as good. */
  good(query: string, code: string): Promise<void>
  /** The code is proved to break this rule, and no other. */
  bad(query: string, code: string, rule: string): Promise<void>
}

export async function openBench(schema = SCHEMA, seed = SEED, proof = PROOF): Promise<Bench> {
  await loadModule()
  const session = await openLocalSession({ template: TEMPLATE })
  const database = await createTestDatabase(session, schema, tinyPlan(proof))
  await loadSeed(database, { file: 'seed.sql', sql: seed })
  const actors = await findActors(database)
  async function prove(name: string, one: CaseToProve): Promise<Proof> {
    const query = database.plan.queries.find(candidate => candidate.name === name)
    if (!query) throw new Error(name)
    const proofRun = { database, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }
    const [findings] = await proveCases(proofRun, [{ query, cases: [one] }])
    if (!findings) throw new Error('no findings')
    return concludeProof(one, findings, RULES)
  }
  async function isProved(name: string, one: CaseToProve): Promise<void> {
    assert.equal((await prove(name, one)).unproved, undefined)
  }
  return {
    session,
    database,
    prove,
    good: (name, code) => isProved(name, toProve('good', code)),
    bad: (name, code, rule) => isProved(name, toProve('bad', code, [rule])),
  }
}
