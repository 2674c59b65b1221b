-- Three clinics (11, 12, 13). The current time of all calls is 2026-05-04T10:00:00Z, a Monday.
-- An id tells what a row is: 1001 is a patient of clinic 11, 1021 of clinic 12, 1031 of clinic 13; 2011 the first encounter
-- of patient 1001, 30034 the first note of encounter 2011 (30000 + 3 * 11 + 1), 40034 its first vital.

INSERT INTO clinics (id, name) VALUES (11, 'Alder Clinic'), (12, 'Brook Clinic'), (13, 'Cliff Clinic');

INSERT INTO users (id, full_name, email)
SELECT u.id, u.full_name, lower(split_part(u.full_name, ' ', 1)) || '@mail.example'
FROM (VALUES
  (101, 'Cora Clinician'), (102, 'Cyril Clinician'), (103, 'Nina Nurse'), (104, 'Bea Billing'), (105, 'Carol of Brook'),
  (106, 'Bert of Cliff'), (107, 'Cleo Former'), (108, 'Colm of Cliff'), (109, 'Nils Nurse'), (110, 'Chris Coming'),
  (111, 'Pia Patient'), (112, 'Paul of Brook'), (113, 'Prue Proxy'), (114, 'Perry Proxy'), (115, 'Pim of Cliff'),
  (116, 'Cass Beginning'), (117, 'Curt Leaving'), (118, 'Cato for a year')
) AS u (id, full_name);

-- Cora also works at Brook. Her post as a cardiologist ends this very moment, Cyril's begins; Cleo has left, Chris has not begun.
-- Nina could also sign in as a clinician, and Cora as a nurse.
INSERT INTO staff_roles (id, user_id, clinic_id, role, specialty, starts_at, ends_at) VALUES
  (901, 101, 11, 'clinician', 'neurology',   '2024-01-01T00:00:00Z', NULL),
  (902, 101, 12, 'clinician', 'neurology',   '2024-01-01T00:00:00Z', NULL),
  (903, 101, 11, 'clinician', 'cardiology',  '2025-01-01T00:00:00Z', '2026-05-04T10:00:00Z'),
  (904, 102, 11, 'clinician', 'psychiatry',  '2024-01-01T00:00:00Z', '2026-12-31T00:00:00Z'),
  (905, 102, 11, 'clinician', 'cardiology',  '2026-05-04T10:00:00Z', NULL),
  (906, 103, 11, 'nurse',     'neurology',   '2024-01-01T00:00:00Z', NULL),
  (907, 104, 11, 'billing',   NULL,          '2024-01-01T00:00:00Z', NULL),
  (908, 105, 12, 'clinician', 'cardiology',  '2024-01-01T00:00:00Z', NULL),
  (909, 106, 13, 'billing',   NULL,          '2024-01-01T00:00:00Z', NULL),
  (910, 107, 11, 'clinician', 'neurology',   '2024-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
  (911, 108, 13, 'clinician', 'neurology',   '2024-01-01T00:00:00Z', NULL),
  (912, 109, 11, 'nurse',     NULL,          '2024-01-01T00:00:00Z', NULL),
  (913, 110, 11, 'clinician', 'neurology',   '2026-06-01T00:00:00Z', NULL),
  (914, 101, 12, 'clinician', 'geriatrics',  '2024-01-01T00:00:00Z', NULL),
  (915, 101, 11, 'clinician', 'dermatology', '2026-06-01T00:00:00Z', NULL),
  (916, 103, 12, 'clinician', 'cardiology',  '2024-01-01T00:00:00Z', NULL),
  (917, 116, 11, 'clinician', 'oncology',    '2026-05-04T10:00:00Z', NULL),
  (918, 117, 11, 'clinician', 'oncology',    '2024-01-01T00:00:00Z', '2026-05-04T10:00:00Z'),
  (919, 118, 11, 'clinician', 'oncology',    '2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'),
  (920, 103, 11, 'clinician', 'geriatrics',  '2024-01-01T00:00:00Z', NULL),
  (921, 101, 11, 'nurse',     'oncology',    '2024-01-01T00:00:00Z', NULL);

-- 1004 and 1012 were merged without being retired, 1005 retired without being merged, 1009 will be retired, 1006 is dead but not gone.
INSERT INTO patients (id, clinic_id, user_id, mrn, full_name, birth_date, national_id, status, merged_into_id, retired_at) VALUES
  (1001, 11, 111,  'A-001', 'Pia Patient',        '1980-02-01', 'N-1001-7', 'ACTIVE',   NULL, NULL),
  (1002, 11, NULL, 'A-002', 'Otto of Alder',      '1975-03-02', 'N-1002-3', 'ACTIVE',   NULL, NULL),
  (1003, 11, NULL, 'A-003', 'Olga of Alder',      '1990-04-03', 'N-1003-9', 'ACTIVE',   NULL, NULL),
  (1004, 11, 111,  'A-004', 'Pia Patient merged', '1980-02-01', 'N-1004-1', 'MERGED',   1001, NULL),
  (1005, 11, 111,  'A-005', 'Pia Patient old',    '1980-02-01', 'N-1005-5', 'ACTIVE',   NULL, '2026-01-10T00:00:00Z'),
  (1006, 11, NULL, 'A-006', 'Omar of Alder',      '1941-05-06', 'N-1006-2', 'DECEASED', NULL, NULL),
  (1007, 11, NULL, 'A-007', 'Olaf of Alder',      '2001-06-07', NULL,       'ACTIVE',   NULL, NULL),
  (1008, 11, NULL, 'A-008', 'Orla of Alder',      '2015-07-08', 'N-1008-8', 'ACTIVE',   NULL, NULL),
  (1009, 11, NULL, 'A-009', 'Oren of Alder',      '1966-08-09', 'N-1009-4', 'ACTIVE',   NULL, '2027-01-01T00:00:00Z'),
  (1010, 11, 114,  'A-010', 'Perry Proxy',        '1958-09-10', 'N-1010-6', 'ACTIVE',   NULL, NULL),
  (1011, 11, NULL, 'A-011', 'Orla of Alder',      '2015-07-08', 'N-1011-0', 'ACTIVE',   NULL, NULL),
  (1012, 11, NULL, 'A-012', 'Otto of Alder twin', '1975-03-02', NULL,       'MERGED',   NULL, NULL),
  (1021, 12, 111,  'B-001', 'Pia Patient',        '1980-02-01', 'N-1021-7', 'ACTIVE',   NULL, NULL),
  (1022, 12, 112,  'B-002', 'Paul of Brook',      '1969-10-11', 'N-1022-5', 'ACTIVE',   NULL, NULL),
  (1023, 12, 112,  'B-003', 'Paul of Brook',      '1969-10-11', 'N-1023-1', 'MERGED',   1022, '2026-01-11T00:00:00Z'),
  (1031, 13, 115,  'C-001', 'Pim of Cliff',       '1999-11-12', 'N-1031-3', 'ACTIVE',   NULL, NULL),
  (1032, 13, NULL, 'C-002', 'Odin of Cliff',      '1933-12-13', 'N-1032-9', 'ACTIVE',   NULL, NULL);

-- Cora: of 1001 twice, of 1002 until now, of 1003 from tomorrow, of 1007 never. Cyril: of 1002 from now, of 1003 no longer. Nobody of 1010. Bea and Prue once were nurses.
INSERT INTO care_relationships (id, patient_id, staff_id, starts_at, ends_at) VALUES
  (701, 1001, 101, '2025-01-01T00:00:00Z', NULL),
  (702, 1002, 101, '2025-01-01T00:00:00Z', '2026-05-04T10:00:00Z'),
  (703, 1003, 101, '2026-05-05T00:00:00Z', NULL),
  (704, 1004, 101, '2025-01-01T00:00:00Z', NULL),
  (705, 1005, 101, '2025-01-01T00:00:00Z', NULL),
  (706, 1006, 101, '2025-01-01T00:00:00Z', '2026-08-01T00:00:00Z'),
  (707, 1009, 101, '2025-01-01T00:00:00Z', NULL),
  (708, 1021, 101, '2025-01-01T00:00:00Z', NULL),
  (709, 1001, 102, '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
  (710, 1002, 102, '2026-05-04T10:00:00Z', '2026-09-01T00:00:00Z'),
  (711, 1003, 102, '2025-01-01T00:00:00Z', '2026-03-01T00:00:00Z'),
  (712, 1001, 103, '2026-01-01T00:00:00Z', NULL),
  (713, 1008, 103, '2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z'),
  (714, 1004, 103, '2026-01-01T00:00:00Z', NULL),
  (715, 1010, 103, '2026-06-01T00:00:00Z', NULL),
  (716, 1022, 105, '2025-01-01T00:00:00Z', NULL),
  (717, 1023, 105, '2025-01-01T00:00:00Z', NULL),
  (718, 1031, 108, '2025-01-01T00:00:00Z', NULL),
  (719, 1008, 102, '2025-01-01T00:00:00Z', '2025-06-01T00:00:00Z'),
  (720, 1008, 102, '2026-02-01T00:00:00Z', NULL),
  (721, 1021, 103, '2026-01-01T00:00:00Z', NULL),
  (722, 1001, 101, '2026-02-01T00:00:00Z', '2026-12-31T00:00:00Z'),
  (723, 1001, 104, '2025-01-01T00:00:00Z', NULL),
  (724, 1007, 113, '2025-01-01T00:00:00Z', NULL);

-- Prue: 1001 and 1006 (from now on) are open, 1003 expires now, 1008 is not yet open, 1011 once was and is again. Pia could sign in as Olga's proxy, and Perry as a patient.
INSERT INTO proxy_links (id, patient_id, proxy_id, starts_at, expires_at) VALUES
  (751, 1001, 113, '2025-01-01T00:00:00Z', NULL),
  (752, 1002, 113, '2025-01-01T00:00:00Z', NULL),
  (753, 1003, 113, '2025-01-01T00:00:00Z', '2026-05-04T10:00:00Z'),
  (754, 1004, 113, '2025-01-01T00:00:00Z', NULL),
  (755, 1005, 113, '2025-01-01T00:00:00Z', NULL),
  (756, 1006, 113, '2026-05-04T10:00:00Z', '2026-07-01T00:00:00Z'),
  (757, 1007, 113, '2025-01-01T00:00:00Z', NULL),
  (758, 1008, 113, '2026-06-01T00:00:00Z', NULL),
  (759, 1010, 113, '2025-01-01T00:00:00Z', NULL),
  (760, 1011, 113, '2024-01-01T00:00:00Z', '2024-06-01T00:00:00Z'),
  (761, 1011, 113, '2026-01-01T00:00:00Z', NULL),
  (762, 1022, 113, '2025-01-01T00:00:00Z', NULL),
  (763, 1001, 114, '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'),
  (764, 1031, 114, '2025-01-01T00:00:00Z', NULL),
  (765, 1003, 111, '2025-01-01T00:00:00Z', NULL),
  (766, 1008, 114, '2025-01-01T00:00:00Z', '2026-12-01T00:00:00Z');

-- Of 1002 withdrawn now, of 1007 there is only another one, of 1010 not yet given, of 1006 withdrawn some day.
INSERT INTO consents (id, patient_id, scope, granted_at, withdrawn_at, recorded_by) VALUES
  (801, 1001, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   111),
  (802, 1002, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', '2026-05-04T10:00:00Z', 103),
  (803, 1003, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   103),
  (804, 1004, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   111),
  (805, 1005, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   111),
  (806, 1006, 'PROXY_ACCESS', '2026-05-04T10:00:00Z', '2026-06-01T00:00:00Z', 103),
  (807, 1007, 'REMINDERS',    '2025-01-01T00:00:00Z', NULL,                   103),
  (808, 1008, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   103),
  (809, 1010, 'PROXY_ACCESS', '2026-07-01T00:00:00Z', NULL,                   103),
  (810, 1011, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   103),
  (811, 1022, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   112),
  (812, 1001, 'RESEARCH',     '2025-01-01T00:00:00Z', '2025-12-01T00:00:00Z', 103),
  (813, 1002, 'RESEARCH',     '2025-01-01T00:00:00Z', NULL,                   103),
  (814, 1021, 'RESEARCH',     '2025-01-01T00:00:00Z', NULL,                   111),
  (815, 1031, 'PROXY_ACCESS', '2025-01-01T00:00:00Z', NULL,                   115);

-- Patient 1011 has none.
INSERT INTO emergency_profiles (id, patient_id, blood_group, allergies)
SELECT 850 + p.id - 1000, p.id, CASE p.id % 3 WHEN 0 THEN NULL WHEN 1 THEN 'A+' ELSE '0-' END, 'Allergies of ' || p.full_name || ' ' || p.mrn
FROM patients p
WHERE p.id <> 1011
ORDER BY p.id;

-- Three encounters a patient, by two clinicians; the third is voided (of 1006 in the future). 1011 has only that one.
INSERT INTO encounters (id, patient_id, clinician_id, started_at, summary, charge, voided_at)
SELECT 2000 + (p.id - 1000) * 10 + n, p.id,
       CASE p.clinic_id WHEN 12 THEN CASE n WHEN 2 THEN 101 ELSE 105 END WHEN 13 THEN 108 ELSE 102 - n % 2 END,
       timestamptz '2026-04-01T09:00:00Z' + (p.id % 7) * interval '1 day' + n * interval '3 hours',
       'Summary ' || n || ' of ' || p.full_name || ' ' || p.mrn, 100 + (p.id - 1000) * 3 + CASE p.id WHEN 1001 THEN 4 - n ELSE n END * 7.5,
       CASE WHEN n = 3 THEN timestamptz '2026-04-20T00:00:00Z' + CASE p.id WHEN 1006 THEN interval '1 year' ELSE interval '0' END END
FROM patients p, generate_series(1, 3) n
WHERE p.id <> 1011 OR n = 3
ORDER BY p.id, n;

-- Three notes an encounter: one open to all who see the chart, one psychotherapy note, one that is voided. Of first
-- encounters Cora wrote the psychotherapy note and voided the third, of second ones Cyril and Nina did.
INSERT INTO notes (id, encounter_id, author_id, kind, body, created_at, voided_at, voided_by)
SELECT 30000 + (e.id - 2000) * 3 + n, e.id,
       CASE WHEN n = 2 AND e.id % 10 = 1 THEN 101 WHEN n = 2 THEN 102 WHEN e.id % 10 = 2 THEN 103 ELSE e.clinician_id END,
       (CASE n WHEN 2 THEN 'PSYCHOTHERAPY' WHEN 1 THEN CASE e.id % 10 WHEN 2 THEN 'DISCHARGE' ELSE 'PROGRESS' END ELSE 'PROGRESS' END)::note_kind,
       'Note ' || n || ' on ' || e.summary, e.started_at + n * interval '10 minutes',
       CASE WHEN n = 3 THEN timestamptz '2026-04-21T00:00:00Z' + CASE e.id % 10 WHEN 2 THEN interval '1 year' ELSE interval '0' END END,
       CASE WHEN n = 3 THEN CASE e.id % 10 WHEN 2 THEN 103 ELSE 101 END END
FROM encounters e, generate_series(1, 3) n
ORDER BY e.id, n;

-- A psychotherapy note that its author has voided.
INSERT INTO notes (id, encounter_id, author_id, kind, body, created_at, voided_at, voided_by)
SELECT 39001, e.id, 101, 'PSYCHOTHERAPY', 'Voided note on ' || e.summary, e.started_at, '2026-04-21T00:00:00Z', 101
FROM encounters e WHERE e.id = (SELECT encounter_id FROM notes WHERE id = 30035);

-- Three vitals an encounter: by Nina, by the clinician, and one of Nina's that is voided.
INSERT INTO vitals (id, encounter_id, author_id, measure, reading, created_at, voided_at, voided_by)
SELECT 40000 + (e.id - 2000) * 3 + n, e.id, CASE n WHEN 2 THEN e.clinician_id ELSE 103 END,
       CASE n WHEN 2 THEN 'weight' ELSE 'pulse' END, 60 + (e.id - 2000) / 10 + n, e.started_at + n * interval '10 minutes',
       CASE n WHEN 3 THEN timestamptz '2026-04-22T00:00:00Z' END, CASE n WHEN 3 THEN CASE e.id % 10 WHEN 2 THEN 101 ELSE 103 END END
FROM encounters e, generate_series(1, 3) n
ORDER BY e.id, n;

-- One appointment of each status a patient (in place of NO_SHOW, every third has a second COMPLETED), those of odd patients with Cora and others with Cyril; the second BOOKED one (7)
-- begins now, the third (8) in an hour. Pia made those of Olga (1003).
INSERT INTO appointments (id, patient_id, clinician_id, starts_at, status, reason, created_by, version)
SELECT 50000 + (p.id - 1000) * 20 + a.n, p.id,
       CASE p.clinic_id WHEN 12 THEN 105 WHEN 13 THEN 108 ELSE 101 + (p.id + 1) % 2 END,
       a.starts_at::timestamptz, (CASE WHEN a.n = 6 AND p.id % 3 = 0 THEN 'COMPLETED' ELSE a.status END)::appointment_status, 'Reason ' || a.n || ' of ' || p.full_name || ' ' || p.mrn,
       CASE p.id WHEN 1003 THEN 111 ELSE coalesce(p.user_id, 103) END, CASE a.n WHEN 7 THEN 3 ELSE 2 END
FROM patients p, (VALUES
  (1, 'REQUESTED', '2026-05-11T09:00:00Z'), (2, 'BOOKED', '2026-05-03T09:00:00Z'), (3, 'ARRIVED', '2026-05-04T09:30:00Z'),
  (4, 'COMPLETED', '2026-04-12T09:00:00Z'), (5, 'CANCELLED', '2026-05-12T09:00:00Z'), (6, 'NO_SHOW', '2026-04-13T09:00:00Z'),
  (7, 'BOOKED', '2026-05-04T10:00:00Z'), (8, 'BOOKED', '2026-05-04T11:00:00Z')
) AS a (n, status, starts_at)
ORDER BY p.id, a.n;

-- Cora's next one is 602: urgent, and the oldest of these with the smallest id. What she must not claim comes behind: of gone
-- patients, expired or expiring now, taken, of another clinic, of a post that is over, elsewhere or to come.
INSERT INTO referrals (id, patient_id, specialty, is_urgent, status, created_at, expires_at, claimed_by, claimed_at) VALUES
  (600, 1010, 'neurology',   true,  'OPEN',    '2026-04-13T00:00:00Z', NULL,                   NULL, NULL),
  (601, 1001, 'neurology',   false, 'OPEN',    '2026-04-10T00:00:00Z', NULL,                   NULL, NULL),
  (602, 1007, 'neurology',   true,  'OPEN',    '2026-04-12T00:00:00Z', '2026-06-01T00:00:00Z', NULL, NULL),
  (603, 1004, 'neurology',   false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (604, 1009, 'neurology',   false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (605, 1003, 'neurology',   false, 'OPEN',    '2026-04-20T00:00:00Z', '2026-05-04T10:00:00Z', NULL, NULL),
  (606, 1003, 'neurology',   false, 'OPEN',    '2026-04-20T00:00:00Z', '2026-04-25T00:00:00Z', NULL, NULL),
  (607, 1002, 'neurology',   false, 'CLAIMED', '2026-04-20T00:00:00Z', NULL,                   102,  '2026-04-21T00:00:00Z'),
  (608, 1002, 'neurology',   false, 'CLOSED',  '2026-04-20T00:00:00Z', NULL,                   101,  '2026-04-21T00:00:00Z'),
  (609, 1021, 'neurology',   false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (610, 1002, 'cardiology',  false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (611, 1003, 'psychiatry',  false, 'OPEN',    '2026-04-09T00:00:00Z', NULL,                   NULL, NULL),
  (612, 1022, 'cardiology',  false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (613, 1031, 'neurology',   false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (614, 1008, 'geriatrics',  false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (615, 1008, 'dermatology', false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL),
  (616, 1008, 'neurology',   true,  'OPEN',    '2026-04-12T00:00:00Z', NULL,                   NULL, NULL),
  (617, 1006, 'psychiatry',  false, 'OPEN',    '2026-04-09T00:00:00Z', NULL,                   NULL, NULL),
  (618, 1008, 'oncology',    false, 'OPEN',    '2026-04-20T00:00:00Z', NULL,                   NULL, NULL);

INSERT INTO access_log (id, patient_id, user_id, reason, opened_at) VALUES
  (651, 1007, 101, 'Unconscious in the waiting room', '2026-05-01T00:00:00Z'),
  (652, 1022, 105, 'Collapsed', '2026-05-02T00:00:00Z');
