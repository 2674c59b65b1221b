-- It is 2026-06-15 12:00 UTC. Sponsor 1 runs two studies (sites 11, 12 and 14; site 13), sponsors 2 and 3 one each.
insert into sponsors (id, name) values (1, 'sponsor one'), (2, 'sponsor two'), (3, 'sponsor three');

insert into staff (id, sponsor_id, role, name) values
  (101, 1, 'investigator', 'Ines of one'),
  (102, 1, 'investigator', 'Ivo of one'),
  (103, 1, 'coordinator', 'Cora of one'),
  (104, 1, 'monitor', 'Mona of one'),
  (105, 1, 'monitor', 'Milo of one'),
  (106, 1, 'manager', 'Greta of one'),
  (107, 1, 'manager', 'Gil of one'),
  (108, 1, 'investigator', 'Ida of one'),
  (201, 2, 'investigator', 'Irma of two'),
  (204, 2, 'monitor', 'Mick of two'),
  (206, 2, 'manager', 'Gus of two'),
  (207, 2, 'manager', 'Gwen of two'),
  (301, 3, 'investigator', 'Ian of three'),
  (306, 3, 'manager', 'Gaia of three');

insert into studies (id, sponsor_id, title) values
  (1, 1, 'first study of one'), (2, 1, 'second study of one'), (3, 2, 'study of two'), (4, 3, 'study of three');

insert into sites (id, sponsor_id, study_id, name) values
  (11, 1, 1, 'Ahorn of one'), (12, 1, 1, 'Birke of one'), (13, 1, 2, 'Birke of one, second study'),
  (14, 1, 1, 'Eiche of one, without patients or accesses'),
  (21, 2, 3, 'Cedar of two'), (31, 3, 4, 'Dorn of three');

insert into site_staff (sponsor_id, site_id, staff_id) values
  (1, 11, 101), (1, 11, 103), (1, 11, 108), (1, 12, 102), (1, 13, 101), (2, 21, 201), (3, 31, 301);

insert into site_access (id, sponsor_id, site_id, monitor_id, granted_by, valid_from, valid_until, revoked_at) values
  (1, 1, 11, 104, 106, '2026-06-01 00:00+00', '2026-06-29 00:00+00', null),
  (2, 1, 12, 104, 106, '2026-06-01 12:00+00', '2026-06-15 12:00+00', null),                     -- ends this moment
  (3, 1, 12, 105, 107, '2026-06-15 12:00+00', '2026-07-15 12:00+00', null),                     -- begins this moment
  (4, 1, 11, 105, 106, '2026-06-10 00:00+00', '2026-06-20 00:00+00', '2026-06-12 09:00+00'),    -- revoked
  (5, 1, 13, 105, 107, '2026-06-15 12:00:01+00', '2026-06-25 00:00+00', null),                  -- begins in a second
  (6, 1, 11, 104, 107, '2026-05-01 00:00+00', '2026-05-20 00:00+00', null),                     -- an earlier one of the same site
  (7, 2, 21, 204, 206, '2026-06-01 00:00+00', '2026-06-30 00:00+00', null),
  (8, 1, 13, 105, 106, '2026-05-01 00:00+00', '2026-05-31 00:00+00', null);                     -- ended; 5 is the next one of the site

insert into patients (id, sponsor_id, site_id, pseudonym, birth_date, withdrawn_at) values
  (1001, 1, 11, 'AH-01 of one', '1961-02-03', null),
  (1002, 1, 11, 'AH-02 of one', '1972-03-04', null),
  (1003, 1, 11, 'AH-03 of one, withdrawn', '1983-04-05', '2026-05-05 08:00+00'),
  (1004, 1, 12, 'BI-01 of one', '1954-05-06', null),
  (1005, 1, 12, 'BI-02 of one, withdrawn later', '1965-06-07', '2026-08-01 00:00+00'),
  (1006, 1, 13, '2B-51 of one', '1976-07-08', null),
  (2001, 2, 21, 'CE-01 of two', '1987-08-09', null),
  (2002, 2, 21, 'CE-02 of two, withdrawn', '1958-09-10', '2026-06-01 00:00+00'),
  (3001, 3, 31, 'DO-01 of three', '1969-10-11', null);

insert into allocations (patient_id, sponsor_id, arm) values
  (1001, 1, 'DRUG'), (1002, 1, 'PLACEBO'), (1003, 1, 'DRUG'), (1004, 1, 'PLACEBO'), (1005, 1, 'DRUG'),
  (1006, 1, 'DRUG'), (2001, 2, 'PLACEBO'), (2002, 2, 'DRUG'), (3001, 3, 'PLACEBO');

insert into unblindings (id, sponsor_id, patient_id, broken_by, reason, broken_at) values
  (1, 1, 1001, 101, 'fall of AH-01', '2026-06-14 12:00+00'),             -- exactly 24 hours
  (2, 1, 1002, 101, 'fever of AH-02', '2026-06-14 12:00:01+00'),         -- a second less
  (3, 1, 1003, 101, 'seizure of AH-03', '2026-06-15 10:00+00'),
  (4, 1, 1004, 102, 'surgery of BI-01', '2026-06-15 11:00+00'),
  (5, 1, 1006, 102, 'fall of 2B-51, while Ivo stood in', '2026-06-15 09:00+00'),
  (6, 2, 2001, 201, 'rash of CE-01', '2026-06-15 08:00+00'),
  (7, 1, 1001, 102, 'second fall of AH-01, while Ivo stood in', '2026-06-15 07:00+00');

insert into visits (id, sponsor_id, patient_id, label, status, signed_by, locked_by) values
  (5001, 1, 1001, 'week 4 of AH-01', 'OPEN', null, null),
  (5002, 1, 1001, 'week 2 of AH-01', 'SIGNED', 101, null),
  (5003, 1, 1001, 'baseline of AH-01', 'LOCKED', 101, 104),
  (5004, 1, 1002, 'baseline of AH-02', 'OPEN', null, null),
  (5005, 1, 1003, 'baseline of AH-03', 'OPEN', null, null),
  (5006, 1, 1004, 'week 2 of BI-01', 'SIGNED', 102, null),
  (5007, 1, 1004, 'week 4 of BI-01', 'OPEN', null, null),
  (5008, 1, 1006, 'baseline of 2B-51', 'SIGNED', 101, null),
  (5201, 2, 2001, 'baseline of CE-01', 'OPEN', null, null),
  (5202, 2, 2001, 'screening of CE-01', 'SIGNED', 201, null),
  (5301, 3, 3001, 'baseline of DO-01', 'OPEN', null, null);

insert into observations (id, sponsor_id, visit_id, item, value, recorded_by, struck_at) values
  (7001, 1, 5001, 'pulse', '71 of AH-01', 101, null),
  (7002, 1, 5001, 'weight', '82 of AH-01', 103, null),
  (7003, 1, 5001, 'pulse', '17 of AH-01, struck', 103, '2026-06-10 10:00+00'),
  (7004, 1, 5002, 'pulse', '73 of AH-01', 103, null),
  (7005, 1, 5003, 'weight', '85 of AH-01', 101, null),
  (7006, 1, 5004, 'pulse', '64 of AH-02', 103, null),
  (7007, 1, 5005, 'pulse', '90 of AH-03', 101, null),
  (7008, 1, 5006, 'weight', '58 of BI-01', 102, null),
  (7009, 1, 5007, 'pulse', '80 of BI-01', 102, null),
  (7010, 1, 5007, 'pulse', '88 of BI-01, to be struck', 102, '2026-07-01 00:00+00'),
  (7011, 1, 5008, 'weight', '70 of 2B-51', 101, null),
  (7201, 2, 5201, 'pulse', '66 of CE-01', 201, null),
  (7301, 3, 5301, 'pulse', '77 of DO-01', 301, null);

insert into observation_history (id, sponsor_id, observation_id, old_value, changed_by, changed_at) values
  (8001, 1, 7001, '17 of AH-01, before', 101, '2026-06-11 10:00+00'),
  (8002, 1, 7003, '71 of AH-01, struck later', 103, '2026-06-09 10:00+00'),
  (8003, 1, 7007, '9 of AH-03, before', 101, '2026-05-01 10:00+00'),
  (8004, 1, 7009, '8 of BI-01, before', 102, '2026-06-13 10:00+00'),
  (8201, 2, 7201, '6 of CE-01, before', 201, '2026-06-13 10:00+00');

insert into amendments (id, sponsor_id, study_id, title, status, proposed_by, decided_by) values
  (901, 1, 1, 'draft of Greta of one', 'DRAFT', 106, null),
  (902, 1, 1, 'submitted by Greta of one', 'SUBMITTED', 106, null),
  (903, 1, 2, 'submitted by Gil of one', 'SUBMITTED', 107, null),
  (904, 1, 1, 'approved of one', 'APPROVED', 106, 107),
  (905, 1, 1, 'rejected of one', 'REJECTED', 107, 106),
  (906, 1, 2, 'draft of Gil of one', 'DRAFT', 107, null),
  (911, 2, 3, 'submitted of two', 'SUBMITTED', 206, null),
  (912, 2, 3, 'approved of two', 'APPROVED', 207, 206),
  (913, 2, 3, 'draft of two', 'DRAFT', 206, null),
  (921, 3, 4, 'draft of three', 'DRAFT', 306, null);
