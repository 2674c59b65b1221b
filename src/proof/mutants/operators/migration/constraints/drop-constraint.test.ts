import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('drop-constraint', () => {
  it('leaves out constraints of a table and of columns', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-constraint',
        "create table marks (id int primary key, doc_id int references docs unique, note text not null check (note <> ''), check (id > 0), constraint c unique (id, doc_id));",
      ),
      [
        [
          '1 FOREIGN KEY to docs of doc_id',
          "CREATE TABLE marks (id int PRIMARY KEY, doc_id int UNIQUE, note text NOT NULL CHECK (note <> ''), CHECK (id > 0), CONSTRAINT c UNIQUE (id, doc_id));",
        ],
        [
          '1 UNIQUE of doc_id',
          "CREATE TABLE marks (id int PRIMARY KEY, doc_id int REFERENCES docs, note text NOT NULL CHECK (note <> ''), CHECK (id > 0), CONSTRAINT c UNIQUE (id, doc_id));",
        ],
        [
          "1 CHECK (note <> '') of note",
          'CREATE TABLE marks (id int PRIMARY KEY, doc_id int REFERENCES docs UNIQUE, note text NOT NULL, CHECK (id > 0), CONSTRAINT c UNIQUE (id, doc_id));',
        ],
        [
          '1 CHECK (id > 0) of marks',
          "CREATE TABLE marks (id int PRIMARY KEY, doc_id int REFERENCES docs UNIQUE, note text NOT NULL CHECK (note <> ''), CONSTRAINT c UNIQUE (id, doc_id));",
        ],
        [
          '1 UNIQUE (id, doc_id) of marks',
          "CREATE TABLE marks (id int PRIMARY KEY, doc_id int REFERENCES docs UNIQUE, note text NOT NULL CHECK (note <> ''), CHECK (id > 0));",
        ],
      ],
    )
  })

  it('leaves out constraints of ALTER TABLE', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'drop-constraint',
        `alter table docs add constraint c check (a = 1), add column b int;
alter table docs add foreign key (a) references tenants;`,
      ),
      [
        ['1 CHECK (a = 1) of docs', 'ALTER TABLE docs ADD COLUMN b int;'],
        ['2 FOREIGN KEY (a) to tenants of docs', ';'],
      ],
    )
  })
})
