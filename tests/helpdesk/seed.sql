-- Three workspaces (1 Alder, 2 Beech, 3 Cypress). The current time of all calls is 2026-05-04T09:00:00Z.
-- An id tells what a row is and whose: 500112 is ticket 12 of workspace 1, 7c…0201 the first token of workspace 2.

INSERT INTO workspaces (id, name) VALUES (1, 'Alder Shop'), (2, 'Beech Bank'), (3, 'Cypress Travel');

INSERT INTO organisations (id, workspace_id, name, contract_value) VALUES
  (200101, 1, 'Ash Bakery, customer of Alder', 1200), (200102, 1, 'Aspen Garage, customer of Alder', 5400.50),
  (200103, 1, 'Apple Farm, customer of Alder', NULL),
  (200201, 2, 'Birch Office, customer of Beech', 9000), (200301, 3, 'Cedar School, customer of Cypress', 700);

-- 7 is the contact of nothing, 8 the contact of the second organisation, 9 has a row in no group.
INSERT INTO users (id, workspace_id, role, name, email, phone, organisation_id, is_contact, created_at) VALUES
  (100101, 1, 'admin',    'Ada, admin of Alder',      'ada@alder.example',   '101', NULL,   FALSE, '2024-01-01T00:00:00Z'),
  (100102, 1, 'agent',    'Gus, agent of Alder',      'gus@alder.example',   '102', NULL,   FALSE, '2024-01-02T00:00:00Z'),
  (100103, 1, 'agent',    'Gail, agent of Alder',     'gail@alder.example',  '103', NULL,   FALSE, '2024-01-03T00:00:00Z'),
  (100104, 1, 'observer', 'Olaf, observer of Alder',  'olaf@alder.example',  '104', NULL,   FALSE, '2024-01-04T00:00:00Z'),
  (100105, 1, 'customer', 'Cora of Ash Bakery',       'zora@ash.example',    '905', 200101, FALSE, '2025-02-05T00:00:00Z'),
  (100106, 1, 'customer', 'Carl of Ash Bakery',       'carl@ash.example',    NULL,  200101, TRUE,  '2025-02-06T00:00:00Z'),
  (100107, 1, 'customer', 'Cyd, private',             'cyd@mail.example',    '107', NULL,   TRUE,  '2025-02-07T00:00:00Z'),
  (100108, 1, 'customer', 'Cleo of Aspen Garage',     'bleo@aspen.example',  '108', 200102, TRUE,  '2025-02-07T00:00:00Z'),
  (100109, 1, 'customer', 'Clay of Apple Farm',       'clay@apple.example',  '109', 200103, FALSE, '2025-02-09T00:00:00Z'),
  (100201, 2, 'admin',    'Bart, admin of Beech',     'bart@beech.example',  '201', NULL,   FALSE, '2024-02-01T00:00:00Z'),
  (100202, 2, 'agent',    'Bea, agent of Beech',      'bea@beech.example',   '202', NULL,   FALSE, '2024-02-02T00:00:00Z'),
  (100205, 2, 'customer', 'Bob of Birch Office',      'bob@birch.example',   '205', 200201, TRUE,  '2025-03-05T00:00:00Z'),
  (100301, 3, 'admin',    'Cass, admin of Cypress',   'cass@cypress.example', '301', NULL,  FALSE, '2024-03-01T00:00:00Z'),
  (100305, 3, 'customer', 'Casper, private',          'casper@mail.example', '305', NULL,   TRUE,  '2025-04-05T00:00:00Z'),
  (100306, 3, 'customer', 'Cindy of Cedar School',    'cindy@cedar.example', '306', 200301, FALSE, '2025-04-06T00:00:00Z');

INSERT INTO agent_groups (id, workspace_id, name, is_restricted) VALUES
  (300101, 1, 'Alder Support', FALSE), (300102, 1, 'Alder Vault', TRUE), (300103, 1, 'Alder Payroll', TRUE),
  (300104, 1, 'Alder Legal', TRUE), (300105, 1, 'Alder Shipping', FALSE),
  (300201, 2, 'Beech Support', FALSE), (300202, 2, 'Beech Vault', TRUE), (300301, 3, 'Cypress Support', FALSE);

-- Gus: Support and Vault; left Legal long ago. Gail: Support until later, left Vault this very moment, joins Payroll this
-- very moment and Legal later; left Shipping and came back. Olaf: Vault until later, left Support. Bea: left her Vault, as Ada
-- left hers.
INSERT INTO group_members (id, group_id, user_id, joined_at, left_at) VALUES
  (400101, 300101, 100102, '2025-01-01T00:00:00Z', NULL),
  (400102, 300102, 100102, '2025-01-01T00:00:00Z', NULL),
  (400103, 300104, 100102, '2025-01-01T00:00:00Z', '2025-12-31T00:00:00Z'),
  (400104, 300101, 100103, '2025-06-01T00:00:00Z', '2026-08-01T00:00:00Z'),
  (400105, 300102, 100103, '2025-06-01T00:00:00Z', '2026-05-04T09:00:00Z'),
  (400106, 300103, 100103, '2026-05-04T09:00:00Z', NULL),
  (400107, 300104, 100103, '2026-06-01T00:00:00Z', NULL),
  (400108, 300105, 100103, '2025-01-01T00:00:00Z', '2025-03-01T00:00:00Z'),
  (400109, 300105, 100103, '2026-01-01T00:00:00Z', NULL),
  (400110, 300102, 100104, '2025-01-01T00:00:00Z', '2026-12-01T00:00:00Z'),
  (400111, 300101, 100104, '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  (400112, 300102, 100101, '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'),
  (400201, 300201, 100202, '2025-01-01T00:00:00Z', NULL),
  (400202, 300202, 100202, '2025-01-01T00:00:00Z', '2026-02-01T00:00:00Z');

-- Tickets: 8 merged into 2, 18 into 5 (which Carl does not see). 9, 10 and 11 thrown away 10 days, just 30 days and a second
-- more ago. 12 and 13 came in when their requesters were in the other organisation. 23 is one that an agent wrote.
INSERT INTO tickets (id, workspace_id, requester_id, organisation_id, group_id, assignee_id, subject, status, priority,
                     risk_score, merged_into_id, trashed_at, revision, created_at, updated_at)
SELECT 500000 + t.workspace * 100 + t.n, t.workspace, 100000 + t.workspace * 100 + t.requester,
       200000 + t.workspace * 100 + t.organisation, 300000 + t.workspace * 100 + t.grp, 100000 + t.workspace * 100 + t.assignee,
       t.subject || ' ' || t.n || ' of ' || w.name || ', ' || t.status, t.status, t.priority, t.risk,
       500000 + t.workspace * 100 + t.survivor, t.trashed_at::timestamptz, 1 + t.n % 3,
       timestamptz '2026-04-01T08:00:00Z' + t.n / 2 * interval '1 day', '2026-04-20T08:00:00Z'
FROM (VALUES
  (1,  1, 5, 1,    1,    NULL, 'Order late',       'NEW',     3, 10,   NULL, NULL),
  (1,  2, 5, 1,    1,    2,    'Order broken',     'OPEN',    2, 80,   NULL, NULL),
  (1,  3, 6, 1,    2,    2,    'Payment secret',   'OPEN',    1, 30,   NULL, NULL),
  (1,  4, 7, NULL, NULL, NULL, 'Private question', 'NEW',     1, NULL, NULL, NULL),
  (1,  5, 8, 2,    1,    3,    'Invoice query',    'PENDING', 3, 55,   NULL, NULL),
  (1,  6, 5, 1,    1,    2,    'Refund done',      'SOLVED',  2, 20,   NULL, NULL),
  (1,  7, 5, 1,    1,    2,    'Old refund',       'CLOSED',  3, 25,   NULL, NULL),
  (1,  8, 5, 1,    1,    2,    'Order twice',      'MERGED',  2, 35,   2,    NULL),
  (1,  9, 5, 1,    1,    2,    'Order junk',       'TRASHED', 1, 90,   NULL, '2026-04-24T09:00:00Z'),
  (1, 10, 5, 1,    1,    NULL, 'Cheap order',      'SPAM',    4, 95,   NULL, '2026-04-04T09:00:00Z'),
  (1, 11, 8, 2,    1,    3,    'Thrown order',     'TRASHED', 1, 60,   NULL, '2026-04-04T08:59:59Z'),
  (1, 12, 5, 2,    1,    3,    'Order at Aspen',   'OPEN',    2, 40,   NULL, NULL),
  (1, 13, 8, 1,    1,    NULL, 'Order at Ash',     'PENDING', 1, 45,   NULL, NULL),
  (1, 14, 8, 2,    3,    NULL, 'Wages order',      'NEW',     2, 70,   NULL, NULL),
  (1, 15, 5, 1,    4,    NULL, 'Lawsuit order',    'NEW',     2, 75,   NULL, NULL),
  (1, 16, 5, 1,    2,    NULL, 'Stolen order',     'NEW',     1, 65,   NULL, NULL),
  (1, 17, 9, 3,    5,    NULL, 'Parcel order',     'OPEN',    3, 15,   NULL, NULL),
  (1, 18, 8, 1,    1,    3,    'Invoice twice',    'MERGED',  3, 50,   5,    NULL),
  (1, 19, 8, 2,    1,    NULL, 'Garage order',     'OPEN',    3, 33,   NULL, NULL),
  (1, 20, 5, 1,    1,    3,    'Order pending',    'PENDING', 3, 44,   NULL, NULL),
  (1, 21, 5, 1,    2,    2,    'Card stolen',      'PENDING', 2, 77,   NULL, NULL),
  (1, 22, 5, 1,    2,    NULL, 'Vault junk',       'SPAM',    2, 12,   NULL, '2026-04-30T09:00:00Z'),
  (1, 23, 2, NULL, 3,    NULL, 'Wages of Gus',     'OPEN',    2, 5,    NULL, NULL),
  (1, 24, 8, 2,    4,    NULL, 'Lawsuit junk',     'SPAM',    1, 14,   NULL, '2026-04-30T09:00:00Z'),
  (1, 25, 9, 3,    5,    NULL, 'Parcel came',      'SOLVED',  2, 16,   NULL, NULL),
  (1, 26, 9, 3,    5,    NULL, 'Parcel gone',      'CLOSED',  2, 17,   NULL, NULL),
  (1, 27, 9, 3,    5,    NULL, 'Parcel twice',     'MERGED',  2, 18,   17,   NULL),
  (1, 28, 9, 3,    5,    NULL, 'Parcel junk',      'TRASHED', 2, 19,   NULL, '2026-04-30T09:00:00Z'),
  (2,  1, 5, 1,    1,    NULL, 'Order late',       'NEW',     1, 11,   NULL, NULL),
  (2,  2, 5, 1,    1,    2,    'Order broken',     'OPEN',    2, 81,   NULL, NULL),
  (2,  3, 5, 1,    2,    NULL, 'Payment secret',   'NEW',     1, 31,   NULL, NULL),
  (2,  4, 5, 1,    1,    2,    'Order solved',     'SOLVED',  3, 21,   NULL, NULL),
  (2,  5, 5, 1,    1,    NULL, 'Order junk',       'TRASHED', 1, 91,   NULL, '2026-04-24T09:00:00Z'),
  (2,  6, 5, NULL, NULL, NULL, 'Order unsorted',   'NEW',     2, 22,   NULL, NULL),
  (2,  7, 5, NULL, NULL, 2,    'Order unsorted',   'OPEN',    2, 24,   NULL, NULL),
  (3,  1, 5, NULL, NULL, NULL, 'Order late',       'NEW',     1, 13,   NULL, NULL),
  (3,  2, 6, NULL, 1,    NULL, 'Trip private',     'OPEN',    2, 83,   NULL, NULL),
  (3,  3, 6, 1,    1,    1,    'Trip of school',   'PENDING', 2, 23,   NULL, NULL),
  (3,  4, 5, NULL, 1,    1,    'Order junk',       'SPAM',    1, 93,   NULL, '2026-04-24T09:00:00Z')
) AS t (workspace, n, requester, organisation, grp, assignee, subject, status, priority, risk, survivor, trashed_at)
JOIN workspaces w ON w.id = t.workspace
ORDER BY t.workspace, t.survivor NULLS FIRST, t.n;

-- Of each ticket a public reply by its requester, an internal note by staff and a deleted reply; of tickets 2 also another
-- reply, a deleted note and, at the same time as the first reply, a note. Of ticket 500207 all are deleted: a search finds
-- it by its subject alone.
INSERT INTO comments (id, ticket_id, author_id, is_public, body, created_at, is_deleted)
SELECT ('6c000000-0000-4000-8000-' || lpad((t.id % 1000 * 10 + c.n)::text, 12, '0'))::uuid, t.id, CASE WHEN c.by_staff THEN 100001 + t.workspace_id * 100 ELSE t.requester_id END,
       c.is_public, c.body || ' on ' || t.subject, timestamptz '2026-04-21T08:00:00Z' + c.hours * interval '1 hour',
       c.is_deleted OR t.id = 500207
FROM tickets t
JOIN (VALUES
  (1, FALSE, TRUE,  'Reply hello',    1, FALSE),
  (2, TRUE,  FALSE, 'Note fraud',     2, FALSE),
  (3, TRUE,  TRUE,  'Withdrawn refund', 3, TRUE),
  (4, TRUE,  TRUE,  'Reply thanks',   4, FALSE),
  (5, TRUE,  FALSE, 'Withdrawn note', 5, TRUE),
  (6, TRUE,  FALSE, 'Note early',     1, FALSE)
) AS c (n, by_staff, is_public, body, hours, is_deleted) ON c.n <= 3 OR t.id % 100 = 2;

-- Of workspace 1, 3 belongs to Vault, 4 to Payroll, 5 to Legal, 6 to Shipping, 10 to Support; 7 is deleted.
INSERT INTO macros (id, workspace_id, group_id, title, body, is_public, set_status, is_deleted) VALUES
  (700101, 1, NULL,   'Ask for details',  'Alder asks for details',  TRUE,  'PENDING', FALSE),
  (700102, 1, NULL,   'Solve',            'Alder solved it',         TRUE,  'SOLVED',  FALSE),
  (700103, 1, 300102, 'Vault note',       'Vault of Alder knows',    FALSE, NULL,      FALSE),
  (700104, 1, 300103, 'Payroll answer',   'Payroll of Alder pays',   TRUE,  NULL,      FALSE),
  (700105, 1, 300104, 'Legal answer',     'Legal of Alder denies',   TRUE,  NULL,      FALSE),
  (700106, 1, 300105, 'Shipping answer',  'Shipping of Alder sends', TRUE,  'SOLVED',  FALSE),
  (700107, 1, NULL,   'Former apology',   'Alder was sorry once',    TRUE,  NULL,      TRUE),
  (700108, 1, NULL,   'Close',            'Alder closes',            FALSE, 'CLOSED',  FALSE),
  (700109, 1, NULL,   'Reopen',           'Alder reopens',           FALSE, 'OPEN',    FALSE),
  (700110, 1, 300101, 'Support answer',   'Support of Alder helps',  TRUE,  NULL,      FALSE),
  (700201, 2, NULL,   'Ask for details',  'Beech asks for details',  TRUE,  'PENDING', FALSE),
  (700202, 2, 300202, 'Vault note',       'Vault of Beech knows',    FALSE, NULL,      FALSE),
  (700301, 3, NULL,   'Ask for details',  'Cypress asks',            TRUE,  NULL,      FALSE);

INSERT INTO shared_views (id, workspace_id, owner_id, group_id, title, filter_field, filter_value, is_deleted) VALUES
  (800101, 1, 100101, NULL,   'New at Alder',        'status',      'NEW',     FALSE),
  (800102, 1, 100101, 300102, 'Vault, open',         'status',      'OPEN',    FALSE),
  (800103, 1, 100103, 300103, 'Payroll, urgent',     'priority',    '1',       FALSE),
  (800104, 1, 100102, 300104, 'Legal, new',          'status',      'NEW',     FALSE),
  (800105, 1, 100102, NULL,   'Of Gus',              'assignee_id', '100102',  FALSE),
  (800106, 1, 100103, NULL,   'Former view',         'status',      'PENDING', TRUE),
  (800107, 1, 100101, NULL,   'Urgent at Alder',     'priority',    '1',       FALSE),
  (800108, 1, 100101, NULL,   'Trash of Alder',      'status',      'TRASHED', FALSE),
  (800201, 2, 100202, NULL,   'New at Beech',        'status',      'NEW',     FALSE),
  (800301, 3, 100301, NULL,   'New at Cypress',      'status',      'NEW',     FALSE);

-- One or two surveys a ticket; every fourth is not answered.
INSERT INTO surveys (id, ticket_id, score, remark, sent_at, answered_at)
SELECT 900000 + t.id % 1000 + s.n * 500, t.id, CASE WHEN t.id % 4 <> 0 THEN 1 + (t.id + s.n * 2) % 5 END,
       CASE WHEN t.id % 4 = 1 THEN 'Remark ' || s.n || ' on ' || t.subject END,
       timestamptz '2026-04-06T10:00:00Z' + t.id % 3 * interval '7 days',
       CASE WHEN t.id % 4 <> 0 THEN timestamptz '2026-04-07T10:00:00Z' + t.id % 3 * interval '7 days' END
FROM tickets t
JOIN (VALUES (0), (1)) AS s (n) ON s.n = 0 OR t.id % 5 = 2
ORDER BY t.id, s.n;

-- Of Gus: 1 expires this moment, 2 is revoked this moment, 3 will be, 4 was, 10 is good. Of Gail: 5 can read and nothing
-- else, 6 ran out. That of Bea is good until it is revoked later.
INSERT INTO api_tokens (id, workspace_id, user_id, label, scope, token_hash, created_at, expires_at, revoked_at) VALUES
  ('7c000000-0000-4000-8000-000000000101', 1, 100102, 'sync',    'write', 'hash-sync-gus',     '2026-02-01T00:00:00Z', '2026-05-04T09:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000102', 1, 100102, 'bot',     'write', 'hash-bot-gus',      '2026-03-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-05-04T09:00:00Z'),
  ('7c000000-0000-4000-8000-000000000103', 1, 100102, 'import',  'write', 'hash-import-gus',   '2026-03-02T00:00:00Z', '2026-07-02T00:00:00Z', '2026-06-01T00:00:00Z'),
  ('7c000000-0000-4000-8000-000000000104', 1, 100102, 'old',     'read',  'hash-old-gus',      '2026-03-03T00:00:00Z', '2026-07-03T00:00:00Z', '2026-04-01T00:00:00Z'),
  ('7c000000-0000-4000-8000-000000000105', 1, 100103, 'reports', 'read',  'hash-reports-gail', '2026-03-04T00:00:00Z', '2026-07-04T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000106', 1, 100103, 'sync',    'write', 'hash-sync-gail',    '2026-01-04T00:00:00Z', '2026-04-04T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000107', 1, 100104, 'sync',    'read',  'hash-sync-olaf',    '2026-03-05T00:00:00Z', '2026-07-05T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000108', 1, 100105, 'app',     'read',  'hash-app-cora',     '2026-03-06T00:00:00Z', '2026-07-06T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000109', 1, 100101, 'sync',    'write', 'hash-sync-ada',     '2026-03-07T00:00:00Z', '2026-07-07T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000110', 1, 100102, 'spare',   'write', 'hash-spare-gus',    '2026-03-08T00:00:00Z', '2026-07-08T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000111', 1, 100104, 'old',     'read',  'hash-old-olaf',     '2026-03-08T00:00:00Z', '2026-07-08T00:00:00Z', '2026-04-01T00:00:00Z'),
  ('7c000000-0000-4000-8000-000000000201', 2, 100202, 'sync',    'write', 'hash-sync-bea',     '2026-03-09T00:00:00Z', '2026-07-09T00:00:00Z', '2026-06-09T00:00:00Z'),
  ('7c000000-0000-4000-8000-000000000301', 3, 100301, 'sync',    'write', 'hash-sync-cass',    '2026-03-10T00:00:00Z', '2026-07-10T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000112', 1, 100101, 'reports', 'read',  'hash-reports-ada',  '2026-03-11T00:00:00Z', '2026-07-11T00:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000113', 1, 100101, 'nightly', 'write', 'hash-nightly-ada',  '2026-03-12T00:00:00Z', '2026-05-04T09:00:00Z', NULL),
  ('7c000000-0000-4000-8000-000000000114', 1, 100105, 'tablet',  'read',  'hash-tablet-cora',  '2026-03-13T00:00:00Z', '2026-05-04T09:00:00Z', NULL);

INSERT INTO ticket_events (id, ticket_id, actor_id, from_status, to_status, occurred_at)
SELECT ('9c000000-0000-4000-8000-' || lpad((t.id % 1000)::text, 12, '0'))::uuid, t.id, 100001 + t.workspace_id * 100, 'NEW', t.status, '2026-04-20T08:00:00Z'
FROM tickets t
WHERE t.status <> 'NEW'
ORDER BY t.id;

-- Near values: rows that differ from others by little, so that a comparison that is too loose shows. Working callers see
-- few of them.

-- Twins. 200104 has the name of 200101; 110105 has the name and the phone of 100105, the same address but for case, and an
-- id that ends in the same digits. 200302, 110307 and ticket 510101 are the same in workspace 3.
INSERT INTO organisations (id, workspace_id, name, contract_value) VALUES
  (200104, 1, 'Ash Bakery, customer of Alder', 0.00), (200302, 3, 'Ash Bakery, customer of Alder', 1200);
INSERT INTO users (id, workspace_id, role, name, email, phone, organisation_id, is_contact, created_at) VALUES
  (110105, 1, 'customer', 'Cora of Ash Bakery', 'Zora@Ash.example', '905', 200104, FALSE, '2025-02-05T00:00:00Z'),
  (110106, 1, 'customer', 'Cyd, private',       'cyd@mail.example', '',    NULL,   FALSE, '2025-02-07T00:00:00.5Z'),
  (110307, 3, 'customer', 'Cora of Ash Bakery', 'zora@ash.example', '905', 200302, TRUE,  '2025-02-05T00:00:00Z');

-- Gail is a member of a group that has the name of Vault.
INSERT INTO agent_groups (id, workspace_id, name, is_restricted) VALUES (300106, 1, 'Alder Vault', TRUE);

-- Memberships near the current time. Gus left Legal once more half a second ago, and comes back half a second later. Olaf
-- joins Legal within the same minute. Gail comes back to Vault tonight. Bea left her Vault this morning. Gus and Olaf still
-- have no row in Payroll: R3 needs callers without one.
INSERT INTO group_members (id, group_id, user_id, joined_at, left_at) VALUES
  (400113, 300106, 100103, '2026-01-01T00:00:00Z',   NULL),
  (400114, 300104, 100102, '2026-05-04T09:00:00.5Z', NULL),
  (400116, 300104, 100104, '2026-05-04T09:00:17.5Z', NULL),
  (400118, 300102, 100103, '2026-05-04T20:15:59.9Z', NULL),
  (400119, 300104, 100102, '2026-01-15T00:00:00Z',   '2026-05-04T08:59:59.5Z'),
  (400203, 300202, 100202, '2026-03-01T00:00:00Z',   '2026-05-04T00:00:17.5Z');

-- Tickets. 29 is of the twin, and its assignee is an observer. 30 and 31 have assignees who are not members of the ticket's
-- group now. 32 and 33 were thrown away a part of a second less than 30 days ago, 34 and 35 in months of 31 days; of 36 no
-- one knows when, and 37 is dated later today. 29 has revision 12, which begins with 1.
INSERT INTO tickets (id, workspace_id, requester_id, organisation_id, group_id, assignee_id, subject, status, priority,
                     risk_score, trashed_at, revision, created_at, updated_at) VALUES
  (500129, 1, 110105, 200104, 300101, 100104, 'Order of the twin', 'PENDING', 4, 80,   NULL, 12, '2026-04-20T08:00:17.5Z', '2026-04-20T08:00:00Z'),
  (500130, 1, 100105, 200101, 300104, 100104, 'Lawsuit observed',  'PENDING', 4, 0,    NULL, 2,  '2026-04-20T08:00:17.5Z', '2026-04-20T08:00:00Z'),
  (500131, 1, 100108, 200102, 300102, 100103, 'Card of Gail',      'PENDING', 4, NULL, NULL, 11, '2026-04-20T08:00:59.9Z', '2026-04-20T08:00:00Z'),
  (500132, 1, 100105, 200101, 300101, NULL,   'Order junk',        'TRASHED', 4, 90, '2026-04-04T09:00:00.2Z', 1, '2026-04-02T08:00:00Z', '2026-04-20T08:00:00Z'),
  (500133, 1, 100105, 200101, 300101, NULL,   'Order junk',        'SPAM',    4, 90, '2026-04-04T09:00:00.3Z', 1, '2026-04-02T08:00:00Z', '2026-04-20T08:00:00Z'),
  (500134, 1, 100105, 200101, 300101, NULL,   'Order of May',      'TRASHED', 4, 0,  '2026-05-03T12:00:17.5Z', 1, '2026-04-02T08:00:00Z', '2026-04-20T08:00:00Z'),
  (500135, 1, 100105, 200101, 300101, NULL,   'Order of March',    'SPAM',    4, 0,  '2026-03-20T09:00:17.5Z', 1, '2026-03-02T08:00:00Z', '2026-04-20T08:00:00Z'),
  (500136, 1, 100105, 200101, 300101, NULL,   'Order undated',     'TRASHED', 4, 0,  NULL,                     1, '2026-04-02T08:00:00Z', '2026-04-20T08:00:00Z'),
  (500137, 1, 100105, 200101, 300101, NULL,   'Order of tonight',  'SPAM',    4, 0,  '2026-05-04T15:00:17.5Z', 1, '2026-04-02T08:00:00Z', '2026-04-20T08:00:00Z'),
  (510101, 3, 110307, 200302, 300301, NULL,   'Order late',        'NEW',     4, 10, NULL,                     2, '2026-04-01T08:00:00Z', '2026-04-20T08:00:00Z');
INSERT INTO comments (id, ticket_id, author_id, is_public, body, created_at, is_deleted)
SELECT ('6c000000-0000-4000-8000-' || lpad((t.id * 10 + c.n)::text, 12, '0'))::uuid, t.id,
       CASE WHEN c.n = 1 THEN t.requester_id ELSE 100001 + t.workspace_id * 100 END, c.n <> 2, c.body || ' on ' || t.subject,
       timestamptz '2026-04-21T08:00:00.5Z' + c.n * interval '1 hour', c.n = 3
FROM tickets t
JOIN (VALUES (1, 'Reply hello'), (2, 'Note fraud'), (3, 'Withdrawn refund')) AS c (n, body) ON TRUE
WHERE t.id BETWEEN 500129 AND 500137 OR t.id = 510101
ORDER BY t.id, c.n;

-- Remarks that are blank, empty, and the same in two rows.
INSERT INTO surveys (id, ticket_id, score, remark, sent_at, answered_at) VALUES
  (901001, 500102, 3, ' ',    '2026-04-13T10:00:00.5Z', '2026-04-14T10:00:17.5Z'),
  (901002, 500106, 3, '',     '2026-04-13T10:00:00.5Z', '2026-04-14T10:00:17.5Z'),
  (901003, 500105, 4, 'Same', '2026-04-20T10:00:17.5Z', '2026-04-21T10:00:17.5Z'),
  (901004, 500120, 4, 'Same', '2026-04-20T10:00:17.5Z', '2026-04-21T10:00:17.5Z'),
  (901005, 500130, 1, ' ',    '2026-04-20T10:00:17.5Z', '2026-04-21T10:00:17.5Z');

-- 115 and 116 ran out, and are to be revoked after that. 117 has a label of Gus but for case, and will be revoked.
INSERT INTO api_tokens (id, workspace_id, user_id, label, scope, token_hash, created_at, expires_at, revoked_at) VALUES
  ('7c000000-0000-4000-8000-000000000115', 1, 100101, 'late', 'write', 'hash-late-ada',  '2026-03-14T00:00:00Z', '2026-05-04T08:59:59.5Z', '2026-06-04T00:00:17.5Z'),
  ('7c000000-0000-4000-8000-000000000116', 1, 100105, 'late', 'read',  'hash-late-cora', '2026-03-15T00:00:00Z', '2026-05-04T00:00:17.5Z', '2026-05-04T18:00:17.5Z'),
  ('7c000000-0000-4000-8000-000000000117', 1, 100102, 'Sync', 'write', 'hash-sync-gus',  '2026-03-16T00:00:00Z', '2026-07-16T00:00:17.5Z', '2026-06-02T00:00:17.5Z');
