// The application of tiny-migrations.ts behind an API that exposes its tables and views: each role writes statements of its own.

import { MIGRATION_PROOF, MIGRATION_SEED } from './tiny-migrations.ts'

const [head = ''] = MIGRATION_PROOF.split('rules:')

export const EXPOSED_PROOF = `${head}rules:
  R1:
    category: tenant-isolation
    rows: {docs: tenant_id = :tenant_id, shares: {via: doc_id}}
  R2:
    category: missing-access-control
    within: R1
    rows:
      docs: owner_id = :user_id or exists (select from shares s where s.doc_id = docs.id and s.person_id = :user_id)
      shares: person_id = :user_id or exists (select from docs d where d.id = shares.doc_id and d.owner_id = :user_id)
  R3:
    category: permission-validation
    within: R1
    changes: {docs: {insert: new.owner_id = :user_id, update: old.owner_id = :user_id and new.owner_id = old.owner_id, delete: old.owner_id = :user_id}}
    example: {as: ann, allowed: update docs set title = 'x' where id = 11, forbidden: update docs set title = 'x' where id = 12}
  R4:
    category: sensitive-fields
    columns: {docs.secret: false}
queries:
  api-docs:
    exposes: all
    operations:
      list:
        sql: select id, title from docs order by id
        max_rows: none
        works:
          - {as: ann, gives: [11]}
          - {as: ben, gives: [11, 12, 13]}
          - {as: cleo, gives: [21, 22]}
`

export const EXPOSED_SEED = `${MIGRATION_SEED}
insert into shares values (13, 2);
`

export const GOOD_EXPOSED = `
revoke all on docs, shares from member;
grant select (id, tenant_id, owner_id, title, status), insert (tenant_id, owner_id, title, status),
  update (tenant_id, owner_id, title, status), delete on docs to member;
grant select, insert, delete on shares to member;
alter table docs enable row level security;
alter table shares enable row level security;
create function is_shared(doc int) returns boolean language sql stable security definer set search_path = public as $$
  select exists (select from shares s where s.doc_id = doc and s.person_id = app_user_id())
$$;
create policy docs_read on docs for select to member
  using (tenant_id = app_tenant_id() and (owner_id = app_user_id() or is_shared(id)));
create policy docs_insert on docs for insert to member with check (tenant_id = app_tenant_id() and owner_id = app_user_id());
create policy docs_update on docs for update to member
  using (tenant_id = app_tenant_id() and owner_id = app_user_id()) with check (tenant_id = app_tenant_id() and owner_id = app_user_id());
create policy docs_delete on docs for delete to member using (tenant_id = app_tenant_id() and owner_id = app_user_id());
create policy shares_of_owner on shares for all to member
  using (exists (select from docs d where d.id = doc_id and d.owner_id = app_user_id()))
  with check (exists (select from docs d join people p using (tenant_id)
    where d.id = doc_id and d.owner_id = app_user_id() and p.id = person_id));
create policy shares_of_reader on shares for select to member using (person_id = app_user_id());
create view my_docs with (security_invoker = true) as select id, tenant_id, owner_id, title, status from docs;
grant select, insert (tenant_id, owner_id, title, status), update (title, status), delete on my_docs to member;
create view own_docs with (security_barrier) as
  select id, tenant_id, owner_id, title from docs where tenant_id = app_tenant_id() and owner_id = app_user_id()
  with cascaded check option;
grant select, insert (tenant_id, owner_id, title), update (owner_id, title) on own_docs to member;
create view doc_cards with (security_invoker = true) as select id, title, null::text as secret from docs;
create function rename_card() returns trigger language plpgsql as $$
begin
  update docs set title = new.title where id = old.id;
  return new;
end $$;
create trigger doc_cards_rename instead of update on doc_cards for each row execute function rename_card();
grant select, update (title) on doc_cards to member;
`
