-- The time of all actors is 2026-06-01 12:00. Store 1 has most rows; store 3 has only one who also works for store 1.
insert into stores values (1, 'Alder', 50), (2, 'Birch', 30), (3, 'Cedar', 50), (4, 'Dogwood', 20);

insert into accounts values
  (11, 'buyer', 'Bo', 'bo@mail'), (12, 'buyer', 'Bea', 'bea@mail'), (13, 'buyer', 'Bruno', 'bruno@mail'),
  (21, 'seller', 'Sam of Alder', 'sam@alder'), (22, 'seller', 'Pia of Alder', 'pia@alder'), (23, 'seller', 'Oz of Birch', 'oz@birch'),
  (24, 'seller', 'Tia of Birch', 'tia@birch'), (25, 'seller', 'Lin of Alder', 'lin@alder'), (26, 'seller', 'Cy of Cedar', 'cy@cedar'),
  (27, 'seller', 'Max, who left Alder', 'max@alder'), (28, 'seller', 'Moe, who left Birch', 'moe@birch'),
  (29, 'seller', 'Nia of Alder and Cedar', 'nia@alder'),
  (31, 'support', 'Una', 'una@help'), (32, 'support', 'Vic', 'vic@help'), (33, 'support', 'Wes', 'wes@help');

insert into staff_scopes (id, store_id, account_id, scope, granted_by, granted_at, ends_at) values
  (9101, 1, 21, 'orders', 25, '2026-01-05T09:00Z', '2026-03-05T09:00Z'),   -- Sam left and came back
  (9102, 1, 21, 'orders', 25, '2026-04-01T09:00Z', '2026-07-01T09:00Z'),
  (9103, 1, 22, 'payouts', 25, '2026-01-05T09:00Z', null),
  (9104, 1, 22, 'orders', 25, '2026-01-05T09:00Z', '2026-06-01T12:00Z'),   -- ends this moment
  (9105, 1, 25, 'staff', null, '2026-01-01T09:00Z', null),
  (9106, 1, 25, 'listings', null, '2026-01-01T09:00Z', null),
  (9107, 1, 25, 'payouts', 22, '2026-06-02T12:00Z', null),                 -- begins tomorrow
  (9108, 1, 23, 'orders', 25, '2026-01-05T09:00Z', '2026-05-01T09:00Z'),   -- Oz left Alder for Birch
  (9109, 1, 23, 'payouts', 25, '2026-01-05T09:00Z', '2026-05-01T09:00Z'),
  (9110, 1, 27, 'payouts', 25, '2026-01-05T09:00Z', '2026-05-20T09:00Z'),
  (9111, 1, 21, 'listings', 25, '2026-01-05T09:00Z', '2026-06-01T12:00Z'), -- ends this moment
  (9112, 1, 23, 'staff', 25, '2026-01-05T09:00Z', '2026-05-01T09:00Z'),
  (9113, 1, 29, 'orders', 25, '2026-01-05T09:00Z', null),                  -- Nia has two stores, and another scope in each
  (9114, 1, 22, 'listings', 25, '2026-06-01T12:00Z', null),                -- begins this moment
  (9201, 2, 23, 'orders', 24, '2026-06-01T12:00Z', null),                  -- begins this moment
  (9202, 2, 24, 'staff', null, '2026-01-01T09:00Z', null),
  (9204, 2, 24, 'payouts', null, '2026-01-01T09:00Z', '2026-09-01T09:00Z'),
  (9205, 2, 24, 'listings', null, '2026-01-01T09:00Z', null),
  (9206, 2, 28, 'payouts', 24, '2026-01-05T09:00Z', '2026-02-01T09:00Z'),
  (9207, 2, 23, 'payouts', 24, '2026-01-05T09:00Z', '2026-06-01T12:00Z'),  -- ends this moment
  (9208, 2, 23, 'listings', 24, '2026-06-02T12:00Z', null),                -- begins tomorrow
  (9301, 3, 26, 'orders', null, '2026-01-01T09:00Z', null),
  (9302, 3, 26, 'payouts', null, '2026-01-01T09:00Z', null),
  (9303, 3, 26, 'staff', null, '2026-01-01T09:00Z', null),
  (9304, 3, 29, 'payouts', 26, '2026-01-05T09:00Z', null),
  (9401, 4, 29, 'payouts', null, '2026-01-05T09:00Z', null);                -- Dogwood has sold nothing yet

insert into support_tickets (id, store_id, agent_id, subject, opened_at, expires_at, closed_at) values
  (7101, 1, 31, 'Alder: parcels are late', '2026-05-30T09:00Z', '2026-06-03T09:00Z', '2026-06-02T09:00Z'),   -- closes tomorrow
  (7102, 1, 32, 'Alder: old matter', '2026-05-30T09:00Z', '2026-06-03T09:00Z', '2026-06-01T12:00Z'),         -- closed this moment
  (7103, 1, 32, 'Alder: next week', '2026-06-08T09:00Z', '2026-06-09T09:00Z', null),
  (7201, 2, 31, 'Birch: payout is missing', '2026-05-20T09:00Z', '2026-06-01T12:00Z', null),                 -- expires this moment
  (7202, 2, 32, 'Birch: a review', '2026-06-01T12:00Z', '2026-06-04T09:00Z', null),                          -- opens this moment
  (7301, 3, 33, 'Cedar: all is well', '2026-05-30T09:00Z', '2026-06-30T09:00Z', null);

insert into listings (id, store_id, title, price, cost, status) values
  (4101, 1, 'Atlas of Alder', 20, 8, 'live'),
  (4102, 1, 'Draft of Alder', 15, 5, 'draft'),
  (4103, 1, 'Withdrawn of Alder', 30, 11, 'withdrawn'),
  (4104, 1, 'Lamp of Alder', 25, 12, 'live'),
  (4201, 2, 'Bike of Birch', 80, 44, 'live'),
  (4202, 2, 'Draft of Birch', 35, 20, 'draft'),
  (4203, 2, 'Withdrawn of Birch', 45, 21, 'withdrawn'),
  (4301, 3, 'Cup of Cedar', 15, 3, 'live'),
  (4302, 3, 'Draft of Cedar', 18, 4, 'draft');

insert into orders (id, store_id, listing_id, buyer_id, status, paid, ship_to, placed_at) values
  (1101, 1, 4101, 11, 'paid', 40, 'Bo, 1 Ash Road', '2026-05-01T10:00Z'),
  (1102, 1, 4101, 12, 'delivered', 60, 'Bea, 2 Elm Road', '2026-05-02T10:00Z'),
  (1103, 1, 4103, 11, 'delivered', 30, 'Bo, 3 Ash Road', '2026-05-03T10:00Z'),
  (1104, 1, 4104, 12, 'placed', 0, 'Bea, 4 Elm Road', '2026-05-04T10:00Z'),
  (1105, 1, 4104, 11, 'shipped', 25, 'Bo, 5 Ash Road', '2026-05-05T10:00Z'),
  (1106, 1, 4104, 13, 'delivered', 120, 'Bruno, 6 Oak Road', '2026-05-06T10:00Z'),
  (1201, 2, 4201, 11, 'delivered', 80, 'Bo, 7 Ash Road', '2026-05-07T10:00Z'),
  (1202, 2, 4201, 12, 'paid', 35, 'Bea, 8 Elm Road', '2026-05-08T10:00Z'),
  (1203, 2, 4203, 12, 'cancelled', 0, 'Bea, 9 Elm Road', '2026-05-09T10:00Z'),
  (1204, 2, 4201, 11, 'placed', 0, 'Bo, 10 Ash Road', '2026-05-10T10:00Z'),
  (1301, 3, 4301, 13, 'delivered', 90, 'Bruno, 11 Oak Road', '2026-05-11T10:00Z'),
  (1302, 3, 4301, 12, 'paid', 15, 'Bea, 12 Elm Road', '2026-05-12T10:00Z');

insert into refunds (id, store_id, order_id, amount, reason, status, requested_by, decided_by) values
  (5101, 1, 1101, 10, 'torn page, says Bo', 'requested', 11, null),
  (5102, 1, 1101, 35, 'all of it, says Bo', 'requested', 11, null),        -- with 5101 more than was paid
  (5103, 1, 1102, 20, 'late, says Bea', 'approved', 12, 22),
  (5104, 1, 1102, 40, 'the rest, says Bea', 'requested', 12, null),        -- with 5103 exactly what was paid
  (5105, 1, 1106, 50, 'goodwill, says Sam', 'requested', 21, null),        -- exactly the limit of Alder
  (5106, 1, 1106, 50.01, 'broken, says Bruno', 'requested', 13, null),
  (5107, 1, 1105, 5, 'scratch, says Bo', 'rejected', 11, 21),
  (5108, 1, 1106, 10, 'goodwill, says Pia', 'requested', 22, null),
  (5201, 2, 1201, 30, 'flat tyre, says Bo', 'requested', 11, null),        -- exactly the limit of Birch
  (5202, 2, 1201, 31, 'goodwill, says Oz', 'requested', 23, null),
  (5204, 2, 1201, 40, 'bent fork, says Bo', 'requested', 11, null),
  (5203, 2, 1202, 5, 'bell, says Bea', 'approved', 12, 24),
  (5301, 3, 1301, 12, 'chipped, says Bruno', 'requested', 13, null);

insert into payouts (id, store_id, amount, iban, status, created_by, approved_by) values
  (6101, 1, 40, 'AL01', 'draft', 27, null),
  (6102, 1, 100, 'AL02', 'approved', 27, 22),
  (6103, 1, 50, 'AL03', 'sent', 27, 22),
  (6104, 1, 25, 'AL04', 'draft', 22, null),
  (6105, 1, 60, 'AL05', 'draft', 27, null),                                -- exactly what is left
  (6106, 1, 15, 'AL06', 'void', 22, null),
  (6201, 2, 20, 'BI01', 'draft', 24, null),
  (6202, 2, 30, 'BI02', 'draft', 28, null),                                -- exactly what is left
  (6203, 2, 50, 'BI03', 'sent', 28, 24),
  (6204, 2, 31, 'BI04', 'draft', 28, null),                                -- more than is left
  (6301, 3, 10, 'CE01', 'draft', 26, null),
  (6401, 4, 5, 'DO01', 'draft', 26, null);                                 -- nothing was earned

insert into reviews (id, store_id, listing_id, order_id, author_id, rating, body, status, moderator_note) values
  (3100, 2, 4201, 1201, 11, 4, 'Rolls, says Bo', 'published', 'note on 3100'),
  (3101, 1, 4101, 1102, 12, 5, 'Lovely, says Bea', 'published', 'note on 3101'),
  (3102, 1, 4103, 1103, 11, 2, 'Gone, says Bo', 'published', 'note on 3102'),      -- of a withdrawn listing
  (3103, 1, 4104, 1106, 13, 1, 'Too dim, says Bruno', 'pending', 'note on 3103'),
  (3104, 1, 4104, 1106, 13, 4, 'Bright, says Bruno', 'published', null),
  (3105, 1, 4101, 1102, 12, 1, 'Rude, says Bea', 'removed', 'note on 3105'),
  (3201, 2, 4201, 1201, 11, 3, 'Squeaks, says Bo', 'pending', 'note on 3201'),
  (3202, 2, 4201, 1201, 11, 1, 'Rejected, says Bo', 'rejected', 'note on 3202'),
  (3203, 2, 4203, 1203, 12, 2, 'Never came, says Bea', 'pending', null),           -- of a withdrawn listing
  (3301, 3, 4301, 1301, 13, 4, 'Good cup, says Bruno', 'published', 'note on 3301');

insert into audit_log (id, store_id, actor_id, action, subject_id, at) values
  (8101, 1, 22, 'refund.approved', 5103, '2026-05-20T09:00Z'),
  (8102, 1, 25, 'scope.granted', 9102, '2026-04-01T09:00Z'),
  (8201, 2, 24, 'refund.approved', 5203, '2026-05-20T09:00Z'),
  (8301, 3, 26, 'scope.granted', 9303, '2026-01-01T09:00Z');
