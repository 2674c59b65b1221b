-- Three buyers (A, B, C), two suppliers (S, T), one audit firm (F). The current time of all calls is 2026-03-01T12:00:00Z.
-- An id tells whose a row is and what it is: a3…07 is order 7 of buyer A, a4…0701 its first line.

INSERT INTO organizations (id, kind, name) VALUES
  ('a0000000-0000-4000-8000-000000000001', 'BUYER', 'Acme Mills'),
  ('b0000000-0000-4000-8000-000000000001', 'BUYER', 'Birch Foods'),
  ('c0000000-0000-4000-8000-000000000001', 'BUYER', 'Cedar Rail'),
  ('50000000-0000-4000-8000-000000000001', 'SUPPLIER', 'Stone Supply'),
  ('70000000-0000-4000-8000-000000000001', 'SUPPLIER', 'Tide Trading'),
  ('f0000000-0000-4000-8000-000000000001', 'AUDIT_FIRM', 'Fern Audit');

-- Of each buyer: 1 and 2 requesters with a limit, 3 approver, 4 approver without a limit, 6 receiver.
INSERT INTO users (id, org_id, role, full_name, email, approval_limit)
SELECT (left(o.id::text, 1) || '1000000-0000-4000-8000-00000000000' || u.n)::uuid, o.id, u.role::user_role,
       u.title || ' of ' || o.name, u.n || '@' || left(o.id::text, 1) || '.example', u.approval_limit
FROM organizations o, (VALUES
  (1, 'requester', 'Rita Requester', 10000), (2, 'requester', 'Rolf Requester', 10000), (3, 'approver', 'Ada Approver', 10000),
  (4, 'approver', 'Abel Approver', NULL), (5, 'approver', 'Ivy Approver', 50000), (6, 'receiver', 'Wim Warehouse', 9000)
) AS u (n, role, title, approval_limit)
WHERE o.kind = 'BUYER';

INSERT INTO users (id, org_id, role, full_name, email, approval_limit) VALUES
  ('51000000-0000-4000-8000-000000000001', '50000000-0000-4000-8000-000000000001', 'supplier', 'Sam of Stone Supply', '1@s.example', 10000),
  ('71000000-0000-4000-8000-000000000001', '70000000-0000-4000-8000-000000000001', 'supplier', 'Tom of Tide Trading', '1@t.example', NULL);

INSERT INTO users (id, org_id, role, full_name, email)
SELECT ('f1000000-0000-4000-8000-00000000000' || n)::uuid, 'f0000000-0000-4000-8000-000000000001', 'auditor',
       'Auditor ' || n || ' of Fern Audit', n || '@f.example'
FROM generate_series(1, 5) n;

INSERT INTO cost_centers (id, buyer_org_id, code, name, deleted_at)
SELECT (left(o.id::text, 1) || '2000000-0000-4000-8000-00000000000' || n)::uuid, o.id, 'CC' || n, o.name || ' center ' || n,
       CASE n WHEN 2 THEN timestamptz '2026-01-01T00:00:00Z' END
FROM organizations o, generate_series(1, 2) n
WHERE o.kind = 'BUYER';

-- A pays S after 45 days; its relation with T, with 60, was ended.
INSERT INTO supplier_links (id, buyer_org_id, supplier_org_id, payment_days, bank_account, deleted_at)
SELECT ('2' || left(b.id::text, 1) || left(s.id::text, 1) || '00000-0000-4000-8000-000000000001')::uuid, b.id, s.id,
       CASE left(b.id::text, 1) || left(s.id::text, 1) WHEN 'a5' THEN 45 WHEN 'a7' THEN 60 ELSE 20 END,
       'IBAN ' || s.name || ' for ' || b.name,
       CASE left(b.id::text, 1) || left(s.id::text, 1) WHEN 'a7' THEN timestamptz '2026-02-01T00:00:00Z' END
FROM organizations b, organizations s
WHERE b.kind = 'BUYER' AND s.kind = 'SUPPLIER';

-- Auditor 1: one run out, one revoked and one open at A, run out at B, none at C. 2: revoked at A, open at B until it is
-- revoked later, at C one run out though revoked only in the future and one not yet open. 3: ends now at A, revoked now at B,
-- starts now at C. 4: none. 5: not yet open at A, by someone who is no approver any more.
INSERT INTO access_grants (id, buyer_org_id, auditor_id, granted_by, starts_at, expires_at, revoked_at)
SELECT ('6000000' || g.auditor || '-0000-4000-8000-' || lpad(g.n::text, 12, '0'))::uuid, o.id,
       ('f1000000-0000-4000-8000-00000000000' || g.auditor)::uuid, (g.buyer || '1000000-0000-4000-8000-00000000000' || g.granted_by)::uuid,
       g.starts_at::timestamptz, g.expires_at::timestamptz, g.revoked_at::timestamptz
FROM (VALUES
  ( 1, 1, 'a', 3, '2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z', NULL),
  ( 2, 1, 'a', 3, '2026-02-20T00:00:00Z', '2026-03-02T00:00:00Z', NULL),
  ( 3, 1, 'a', 3, '2026-02-01T00:00:00Z', '2026-09-01T00:00:00Z', '2026-02-02T00:00:00Z'),
  ( 4, 1, 'b', 3, '2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z', NULL),
  ( 5, 2, 'a', 3, '2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z', '2026-02-15T00:00:00Z'),
  ( 6, 2, 'b', 3, '2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z', '2026-03-20T00:00:00Z'),
  ( 7, 2, 'c', 3, '2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z', '2026-04-01T00:00:00Z'),
  ( 8, 2, 'c', 3, '2026-03-02T00:00:00Z', '2026-05-02T00:00:00Z', NULL),
  ( 9, 3, 'a', 3, '2026-02-01T00:00:00Z', '2026-03-01T12:00:00Z', NULL),
  (10, 3, 'b', 3, '2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z', '2026-03-01T12:00:00Z'),
  (11, 3, 'c', 3, '2026-03-01T12:00:00Z', '2026-04-01T00:00:00Z', NULL),
  (12, 5, 'a', 1, '2026-03-05T00:00:00Z', '2026-05-05T00:00:00Z', NULL)
) AS g (n, auditor, buyer, granted_by, starts_at, expires_at, revoked_at)
JOIN organizations o ON left(o.id::text, 1) = g.buyer
ORDER BY g.n;

-- created and submitted are the numbers of users above; buyer A has one order of every kind, B and C fewer.
INSERT INTO purchase_orders (id, buyer_org_id, supplier_org_id, cost_center_id, po_number, title, status, total_amount,
                             internal_remarks, created_by, submitted_by, created_at, updated_at, version, deleted_at)
SELECT (left(o.id::text, 1) || '3000000-0000-4000-8000-' || lpad(k::text, 12, '0'))::uuid, o.id,
       (CASE p.supplier WHEN 's' THEN '5' WHEN 't' THEN '7' END || '0000000-0000-4000-8000-000000000001')::uuid,
       (left(o.id::text, 1) || '2000000-0000-4000-8000-00000000000' || CASE k % 4 WHEN 1 THEN 2 ELSE 1 END)::uuid,
       'PO-' || lpad(k::text, 4, '0'), 'Order ' || k || ' of ' || o.name || ', ' || p.status || CASE WHEN p.deleted_at IS NULL THEN '' ELSE ', deleted' END,
       p.status::po_status, p.total, 'Remark of ' || o.name || ' on order ' || k,
       (left(o.id::text, 1) || '1000000-0000-4000-8000-00000000000' || p.created)::uuid,
       (left(o.id::text, 1) || '1000000-0000-4000-8000-00000000000' || p.submitted)::uuid,
       timestamptz '2026-01-01T08:00:00Z' + k / 2 * interval '1 day', '2026-02-01T08:00:00Z', 1 + k % 3, p.deleted_at::timestamptz
FROM organizations o, (VALUES
  ( 1, 'abc', 'DRAFT',            's',  110,      1, NULL, NULL),
  ( 2, 'a',   'DRAFT',            't',  120,      1, NULL, NULL),
  ( 3, 'abc', 'PENDING_APPROVAL', 's',  130,      1, 2,    NULL),
  ( 4, 'ab',  'PENDING_APPROVAL', 't',  140,      1, 2,    NULL),
  ( 5, 'abc', 'APPROVED',         's',  150,      1, 2,    NULL),
  ( 6, 'a',   'APPROVED',         't',  160,      1, 2,    NULL),
  ( 7, 'abc', 'SENT',             's',  170,      1, 2,    NULL),
  ( 8, 'ab',  'SENT',             't',  180,      1, 2,    NULL),
  ( 9, 'a',   'ACKNOWLEDGED',     's',  190,      1, 2,    NULL),
  (10, 'ac',  'ACKNOWLEDGED',     't',  200,      1, 2,    NULL),
  (11, 'a',   'RECEIVED',         's',  210,      1, 2,    NULL),
  (12, 'a',   'RECEIVED',         't',  220,      1, 2,    NULL),
  (13, 'a',   'CLOSED',           's',  230,      1, 2,    NULL),
  (14, 'a',   'CLOSED',           't',  240,      1, 2,    NULL),
  (15, 'a',   'CANCELLED',        's',  250,      1, 2,    NULL),
  (16, 'a',   'CANCELLED',        't',  260,      1, 2,    NULL),
  (17, 'a',   'DRAFT',            NULL, 270,      1, NULL, NULL),
  (18, 'a',   'PENDING_APPROVAL', 's',  280,      1, 2,    '2026-02-01T00:00:00Z'),
  (19, 'ac',  'SENT',             's',  290,      1, 2,    '2026-02-01T00:00:00Z'),
  (20, 'a',   'SENT',             't',  300,      1, 2,    '2027-02-01T00:00:00Z'),
  (21, 'a',   'PENDING_APPROVAL', 's',  310,      3, 2,    NULL),
  (22, 'a',   'PENDING_APPROVAL', 't',  320,      1, 3,    NULL),
  (23, 'a',   'PENDING_APPROVAL', 's',  330,      3, 3,    NULL),
  (24, 'ab',  'PENDING_APPROVAL', 't',  340,      1, NULL, NULL),
  (25, 'a',   'PENDING_APPROVAL', 's',  350,      3, NULL, NULL),
  (26, 'a',   'PENDING_APPROVAL', 't',  10000,    1, 2,    NULL),
  (27, 'a',   'PENDING_APPROVAL', 's',  10000.01, 1, 2,    NULL),
  (28, 'a',   'PENDING_APPROVAL', 't',  0,        1, 2,    NULL),
  (29, 'a',   'PENDING_APPROVAL', 's',  500,      1, 2,    NULL),
  (31, 'a',   'DRAFT',            's',  510,      1, NULL, '2026-02-01T00:00:00Z')
) AS p (k, buyers, status, supplier, total, created, submitted, deleted_at)
WHERE o.kind = 'BUYER' AND strpos(p.buyers, left(o.id::text, 1)) > 0
ORDER BY o.id, k;

-- Three lines an order, but none of order 28; the third is deleted (of order 17 also the second), the second has no target price.
INSERT INTO po_lines (id, po_id, line_no, sku, description, quantity, unit_price, target_price, deleted_at)
SELECT (left(p.id::text, 1) || '4000000-0000-4000-8000-' || lpad(right(p.id::text, 2) || '0' || n, 12, '0'))::uuid, p.id, n,
       'SKU-' || n, 'Goods ' || n || ' of ' || p.title, n * 2, p.total_amount / 10 + n + 0.5,
       CASE WHEN n <> 2 THEN p.total_amount / 10 + n END, CASE WHEN n = 3 OR (n, p.po_number) = (2, 'PO-0017') THEN timestamptz '2026-02-02T00:00:00Z' END
FROM purchase_orders p, generate_series(1, 3) n
WHERE p.po_number <> 'PO-0028'
ORDER BY p.id, n;

-- Two receipts of the first line, one of it that was booked by mistake and deleted, one of the deleted line, and of the
-- second line none but a deleted one.
INSERT INTO goods_receipts (id, line_id, quantity, received_by, received_at, deleted_at)
SELECT (left(l.id::text, 1) || '5000000-0000-4000-8000-' || lpad(right(l.id::text, 4) || '0' || r.n, 12, '0'))::uuid, l.id, r.quantity,
       (left(l.id::text, 1) || '1000000-0000-4000-8000-000000000006')::uuid, '2026-02-10T00:00:00Z', r.deleted_at::timestamptz
FROM po_lines l
JOIN (VALUES (1, 1, 1.0, NULL), (2, 1, 0.5, NULL), (3, 1, 7, '2026-02-13T00:00:00Z'), (4, 3, 2, NULL), (5, 2, 3, '2026-02-13T00:00:00Z')) AS r (n, line_no, quantity, deleted_at)
  ON r.line_no = l.line_no
ORDER BY l.id, r.n;

INSERT INTO po_notes (id, po_id, author_id, visibility, body, created_at, deleted_at)
SELECT (left(p.id::text, 1) || '6000000-0000-4000-8000-' || lpad(right(p.id::text, 2) || '0' || n.n, 12, '0'))::uuid, p.id, p.created_by,
       n.visibility::note_visibility, n.body || ' on ' || p.title, n.created_at::timestamptz, n.deleted_at::timestamptz
FROM purchase_orders p, (VALUES
  (1, 'SHARED', 'Shared note', '2026-02-05T00:00:00Z', NULL),
  (2, 'INTERNAL', 'Internal note', '2026-02-06T00:00:00Z', NULL),
  (3, 'SHARED', 'Deleted note', '2026-02-07T00:00:00Z', '2026-02-08T00:00:00Z')
) AS n (n, visibility, body, created_at, deleted_at)
ORDER BY p.id, n.n;

-- One file of each class an order; of order 7 also one that was deleted and one whose deletion lies in the future, of order 1
-- one that is 14 days old this very moment.
INSERT INTO po_attachments (id, po_id, uploaded_by, classification, file_name, storage_key, created_at, deleted_at)
SELECT (left(p.id::text, 1) || '7000000-0000-4000-8000-' || lpad(right(p.id::text, 2) || '0' || c.n, 12, '0'))::uuid, p.id, p.created_by,
       c.class::attachment_class, c.class || ' file ' || c.n || ' of ' || p.title, 'key/' || p.id || '/' || c.n,
       c.created_at::timestamptz, c.deleted_at::timestamptz
FROM purchase_orders p, (VALUES
  (1, NULL, 'PUBLIC',       '2026-02-15T12:00:01Z', NULL),
  (2, NULL, 'INTERNAL',     '2026-02-20T00:00:00Z', NULL),
  (3, NULL, 'CONFIDENTIAL', '2026-02-20T00:00:00Z', NULL),
  (4, '07', 'PUBLIC',       '2026-02-21T00:00:00Z', '2026-02-22T00:00:00Z'),
  (5, '07', 'PUBLIC',       '2026-02-21T00:00:00Z', '2027-02-22T00:00:00Z'),
  (6, '01', 'PUBLIC',       '2026-02-15T12:00:00Z', NULL)
) AS c (n, k, class, created_at, deleted_at)
WHERE c.k IS NULL OR c.k = right(p.id::text, 2)
ORDER BY p.id, c.n;

-- Those of orders 9 to 11 are claimed: a moment ago, half an hour ago this very moment, longer ago. 12 was claimed and then
-- accepted, 13 is deleted, 14 disputed. Those of A are the oldest.
INSERT INTO invoices (id, po_id, invoice_number, amount, status, submitted_by, claimed_by, claimed_at, created_at, deleted_at)
SELECT (left(p.id::text, 1) || '8000000-0000-4000-8000-' || right(p.id::text, 12))::uuid, p.id, 'INV ' || p.title, p.total_amount,
       CASE i.k WHEN '12' THEN 'ACCEPTED' WHEN '14' THEN 'DISPUTED' ELSE 'SUBMITTED' END::invoice_status,
       (left(p.supplier_org_id::text, 1) || '1000000-0000-4000-8000-000000000001')::uuid,
       CASE WHEN c.claimed_at IS NOT NULL THEN (left(p.id::text, 1) || '1000000-0000-4000-8000-000000000004')::uuid END, c.claimed_at,
       CASE left(p.id::text, 1) WHEN 'a' THEN timestamptz '2026-01-20T00:00:00Z' ELSE '2026-02-20T00:00:00Z' END + i.k::int * interval '1 hour',
       CASE i.k WHEN '13' THEN timestamptz '2026-02-25T00:00:00Z' END
FROM purchase_orders p
CROSS JOIN LATERAL (SELECT right(p.id::text, 2) AS k) i
LEFT JOIN (VALUES
  ('09', timestamptz '2026-03-01T11:50:00Z'), ('10', '2026-03-01T11:30:00Z'), ('11', '2026-03-01T11:15:00Z'), ('12', '2026-03-01T10:00:00Z')
) AS c (k, claimed_at) ON c.k = i.k
WHERE p.status IN ('SENT', 'ACKNOWLEDGED', 'RECEIVED', 'CLOSED')
ORDER BY p.id;

INSERT INTO po_events (id, po_id, actor_id, from_status, to_status, occurred_at)
SELECT (left(p.id::text, 1) || '9000000-0000-4000-8000-' || right(p.id::text, 12))::uuid, p.id, p.created_by, NULL, 'DRAFT', p.created_at
FROM purchase_orders p
ORDER BY p.id;
