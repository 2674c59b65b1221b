-- Three companies: ALD, BRK and CED. The current date of all calls is 2026-04-15. Numbers repeat between companies; ids do
-- not, over all tables: employee 13 of ALD is row 1013, of BRK 1113, of CED 1213.

INSERT INTO companies (code, name, currency) VALUES
  ('ALD', 'Alder Works', 'EUR'), ('BRK', 'Brook Mills', 'EUR'), ('CED', 'Cedar Lines', 'CHF');

-- Of ALD: 14 and 19 are archived (19 with a date to come), 40 to 42 have left: 40 may fetch payslips, 41 until this very day,
-- 42 never might. Of CED 12 is archived.
INSERT INTO employees (id, company_code, employee_no, full_name, email, department, national_id, joined_on, left_on, portal_until, archived_on)
SELECT CASE e.company WHEN 'ALD' THEN 1000 WHEN 'BRK' THEN 1100 ELSE 1200 END + e.no, e.company, e.no, e.name || ' of ' || c.name,
       lower(split_part(e.name, ' ', 1)) || '@' || lower(c.code) || '.example', e.department,
       CASE WHEN e.no <> 17 THEN 'ID-' || e.company || '-' || (e.no * 7919 % 997) END, e.joined_on::date, e.left_on::date, e.portal_until::date, e.archived_on::date
FROM (VALUES
  ('ALD', 10, 'Hanna Head',    'Board',      '2020-01-01', NULL, NULL, NULL),
  ('ALD', 11, 'Milo Manager',  'Operations', '2020-01-01', NULL, NULL, NULL),
  ('ALD', 12, 'Tess Lead',     'Operations', '2020-01-01', NULL, NULL, NULL),
  ('ALD', 13, 'Sten Staff',    'Operations', '2020-01-01', NULL, NULL, NULL),
  ('ALD', 14, 'Ari Archived',  'Operations', '2020-01-01', NULL, NULL, '2026-02-01'),
  ('ALD', 22, 'Una Under',     'Stores',     '2022-01-01', NULL, NULL, NULL),
  ('ALD', 17, 'Tia Today',     'Stores',     '2022-01-01', NULL, NULL, NULL),
  ('ALD', 15, 'Mona Moved',    'Stores',     '2021-01-01', NULL, NULL, NULL),
  ('ALD', 16, 'Nils New',      'Stores',     '2026-04-01', NULL, NULL, NULL),
  ('ALD', 18, 'Rolf Report',   'Stores',     '2021-01-01', NULL, NULL, NULL),
  ('ALD', 19, 'Zoe Zero',      'Operations', '2021-01-01', NULL, NULL, '2027-01-01'),
  ('ALD', 20, 'Hedy Human',    'People',     '2020-01-01', NULL, NULL, NULL),
  ('ALD', 23, 'Cora Chain',    'Stores',     '2023-01-01', NULL, NULL, NULL),
  ('ALD', 24, 'Otto Once',     'Stores',     '2023-01-01', NULL, NULL, NULL),
  ('ALD', 25, 'Vera Very',     'Stores',     '2024-01-01', NULL, NULL, NULL),
  ('ALD', 26, 'Hal Helper',    'People',     '2024-01-01', NULL, NULL, NULL),
  ('ALD', 30, 'Pam Payroll',   'Finance',    '2020-01-01', NULL, NULL, NULL),
  ('ALD', 31, 'Piet Payroll',  'Finance',    '2020-01-01', NULL, NULL, NULL),
  ('ALD', 40, 'Lena Left',     'Stores',     '2020-01-01', '2026-01-31', '2026-06-01', NULL),
  ('ALD', 41, 'Lars Left',     'Stores',     '2020-01-01', '2025-10-31', '2026-04-15', NULL),
  ('ALD', 42, 'Liv Left',      'Stores',     '2020-01-01', '2025-12-31', NULL, NULL),
  ('BRK', 10, 'Bodo Head',     'Board',      '2020-01-01', NULL, NULL, NULL),
  ('BRK', 11, 'Max Manager',   'Operations', '2020-01-01', NULL, NULL, NULL),
  ('BRK', 12, 'Tara Lead',     'Operations', '2020-01-01', NULL, NULL, NULL),
  ('BRK', 13, 'Sven Staff',    'Operations', '2020-01-01', NULL, NULL, NULL),
  ('BRK', 14, 'Bo Both',       'Operations', '2026-04-01', NULL, NULL, NULL),
  ('BRK', 20, 'Bea Human',     'People',     '2020-01-01', NULL, NULL, NULL),
  ('BRK', 30, 'Pia Payroll',   'Finance',    '2020-01-01', NULL, NULL, NULL),
  ('BRK', 31, 'Paul Payroll',  'Finance',    '2020-01-01', NULL, NULL, NULL),
  ('BRK', 40, 'Lea Left',      'Stores',     '2020-01-01', '2026-01-31', '2026-06-01', NULL),
  ('CED', 10, 'Cleo Head',     'Board',      '2020-01-01', NULL, NULL, NULL),
  ('CED', 11, 'Cato Staff',    'Operations', '2020-01-01', NULL, NULL, NULL),
  ('CED', 12, 'Cy Closed',     'Operations', '2020-01-01', NULL, NULL, '2026-01-01'),
  ('CED', 13, 'Cia Staff',     'Operations', '2020-01-01', NULL, NULL, NULL),
  ('CED', 30, 'Paco Payroll',  'Finance',    '2020-01-01', NULL, NULL, NULL)
) AS e (company, no, name, department, joined_on, left_on, portal_until, archived_on)
JOIN companies c ON c.code = e.company;

INSERT INTO role_assignments (id, company_code, employee_no, role, valid_from, valid_to) VALUES
  (1501, 'ALD', 20, 'hr', '2024-01-01', NULL), (1502, 'ALD', 30, 'payroll', '2024-01-01', NULL),
  (1503, 'ALD', 31, 'payroll', '2024-01-01', NULL), (1504, 'ALD', 13, 'hr', '2024-01-01', '2025-01-01'),
  (1505, 'ALD', 12, 'payroll', '2026-05-01', NULL), (1506, 'ALD', 40, 'payroll', '2024-01-01', '2026-01-31'),
  (1507, 'BRK', 20, 'hr', '2024-01-01', NULL), (1508, 'BRK', 30, 'payroll', '2024-01-01', NULL),
  (1509, 'BRK', 31, 'payroll', '2024-01-01', NULL), (1510, 'CED', 30, 'payroll', '2024-01-01', NULL);

-- Below 12 of ALD are 13, 14 (archived), 22 through 14, and 19 (archived); 15 was until today, 16 will be tomorrow; 17 is below 11
-- from today on; 23 hangs on 24, who no longer reports to 11; 26 is below 20; 25 is below 13 from today on; 12 once reported to 13; 18 reports to 17,
-- and to 40, who has left; 23 also hangs on 16, 24 on 15.
-- Lines of BRK and CED join numbers that are strangers in ALD: 20 below 12, 30 below 13.
INSERT INTO reporting_lines (id, company_code, employee_no, manager_no, valid_from, valid_to) VALUES
  (2001, 'ALD', 13, 12, '2024-01-01', NULL), (2002, 'ALD', 12, 11, '2024-01-01', '2027-01-01'), (2003, 'ALD', 11, 10, '2020-01-01', NULL),
  (2004, 'ALD', 14, 12, '2024-01-01', NULL), (2005, 'ALD', 22, 14, '2024-01-01', NULL), (2006, 'ALD', 17, 11, '2026-04-15', NULL),
  (2007, 'ALD', 15, 10, '2026-04-15', NULL), (2008, 'ALD', 18, 40, '2024-01-01', NULL), (2009, 'ALD', 31, 30, '2024-01-01', NULL),
  (2010, 'ALD', 19, 12, '2024-01-01', NULL), (2011, 'ALD', 15, 12, '2024-01-01', '2026-04-15'), (2012, 'ALD', 16, 12, '2026-04-16', NULL),
  (2013, 'ALD', 23, 24, '2024-01-01', NULL), (2014, 'ALD', 24, 11, '2024-01-01', '2026-03-31'), (2015, 'ALD', 12, 13, '2020-01-01', '2021-01-01'),
  (2016, 'ALD', 20, 10, '2024-01-01', NULL), (2017, 'BRK', 12, 11, '2024-01-01', NULL), (2018, 'BRK', 13, 12, '2024-01-01', NULL),
  (2019, 'BRK', 20, 12, '2024-01-01', NULL), (2020, 'BRK', 30, 13, '2024-01-01', NULL), (2021, 'BRK', 11, 10, '2024-01-01', NULL),
  (2022, 'CED', 13, 11, '2024-01-01', NULL), (2023, 'CED', 30, 13, '2024-01-01', NULL), (2024, 'ALD', 17, 10, '2024-01-01', '2026-04-15'),
  (2025, 'BRK', 31, 30, '2024-01-01', NULL), (2026, 'ALD', 25, 13, '2026-04-15', '2027-01-01'), (2027, 'ALD', 26, 20, '2024-01-01', NULL),
  (2028, 'ALD', 23, 16, '2024-01-01', NULL), (2029, 'ALD', 18, 17, '2024-01-01', NULL), (2030, 'ALD', 24, 15, '2024-01-01', NULL);

-- n 1: ended, 2: today's, 3: to come. Of 11 and 17 the change is today; that of 22 ended today and none follows; 16 has only one to come.
INSERT INTO contracts (id, company_code, employee_no, job_title, weekly_hours, salary, valid_from, valid_to)
SELECT e.id * 3 + k.n, e.company_code, e.employee_no, k.title || ' ' || e.full_name, 40 - 2 * k.n, 40000 + e.id * 10 + k.n * 1000,
       CASE WHEN e.employee_no IN (11, 17) AND k.n = 2 THEN date '2026-04-15' WHEN e.employee_no = 22 AND k.n = 2 THEN '2024-01-01' ELSE k.valid_from END,
       CASE WHEN e.employee_no IN (11, 17) AND k.n = 1 THEN date '2026-04-15' WHEN e.employee_no = 22 AND k.n = 2 THEN '2026-04-15'
            WHEN e.employee_no = 17 AND k.n = 2 THEN NULL ELSE k.valid_to END
FROM employees e, (VALUES (1, 'Junior', date '2022-01-01', date '2025-01-01'), (2, 'Senior', '2025-01-01', '2026-07-01'), (3, 'Chief', '2026-07-01', NULL)) AS k (n, title, valid_from, valid_to)
WHERE CASE e.employee_no WHEN 16 THEN k.n = 3 WHEN 22 THEN k.n = 2 WHEN 17 THEN k.n < 3 WHEN 15 THEN k.n > 1 ELSE k.n < 3 OR e.employee_no IN (11, 12, 13, 20) END
ORDER BY e.id, k.n;

INSERT INTO raise_proposals (id, company_code, employee_no, percent, effective_from, reason, proposed_by, proposed_on, status) VALUES
  ('35010000-0000-4000-8000-000000000001', 'ALD', 13, 4, '2026-07-01', 'Good work of ALD 13', 12, '2026-03-01', 'PROPOSED'),
  ('35020000-0000-4000-8000-000000000001', 'ALD', 12, 5, '2026-07-01', 'Good work of ALD 12', 11, '2026-03-02', 'ACCEPTED'),
  ('35030000-0000-4000-8000-000000000001', 'ALD', 14, 3, '2026-07-01', 'Good work of ALD 14', 12, '2026-01-02', 'REJECTED'),
  ('35040000-0000-4000-8000-000000000001', 'ALD', 20, 3, '2026-07-01', 'Good work of ALD 20', 10, '2026-01-02', 'PROPOSED'),
  ('35050000-0000-4000-8000-000000000001', 'BRK', 13, 6, '2026-07-01', 'Good work of BRK 13', 12, '2026-03-01', 'PROPOSED');

INSERT INTO bank_accounts (company_code, employee_no, holder, iban, updated_by, updated_on, verified_by)
SELECT e.company_code, e.employee_no, e.full_name, 'XX' || e.employee_no * 31 || ' ' || e.company_code, e.employee_no, '2025-05-05',
       CASE WHEN e.employee_no NOT IN (11, 31) THEN 30 END
FROM employees e
WHERE e.employee_no IN (11, 13, 14, 20, 30, 31, 40)
ORDER BY e.id;

-- 1 paid, 2 released, 3 and 9 calculated by 30, 4 and 12 by 31, 5 by nobody known, 6 and 8 drafts, 7 void, 10 and 11 released before their dates.
INSERT INTO pay_runs (id, company_code, title, pay_date, status, calculated_by, released_by, released_on, version)
SELECT CASE r.company WHEN 'ALD' THEN 5000 WHEN 'BRK' THEN 5100 ELSE 5200 END + r.n, r.company, 'Run ' || r.n || ' of ' || r.company, r.pay_date::date, r.status::run_status,
       r.calculated_by, CASE WHEN r.status IN ('RELEASED', 'PAID') THEN 31 END, CASE WHEN r.status IN ('RELEASED', 'PAID') THEN r.pay_date::date - 2 END, 1 + r.n % 3
FROM (VALUES
  ('ALD', 1, '2026-02-25', 'PAID', 30),       ('ALD', 2, '2026-03-25', 'RELEASED', 30),  ('ALD', 3, '2026-04-24', 'CALCULATED', 30),
  ('ALD', 4, '2026-04-25', 'CALCULATED', 31), ('ALD', 5, '2026-04-26', 'CALCULATED', NULL), ('ALD', 6, '2026-05-25', 'DRAFT', NULL),
  ('ALD', 7, '2026-01-25', 'VOID', 30),       ('ALD', 8, '2026-06-25', 'DRAFT', 31),       ('ALD', 9, '2026-04-27', 'CALCULATED', 30),  ('ALD', 10, '2026-07-01', 'RELEASED', 30),
  ('ALD', 11, '2026-04-28', 'RELEASED', 30),  ('ALD', 12, '2026-01-31', 'CALCULATED', 31),
  ('BRK', 1, '2026-02-25', 'PAID', 31),       ('BRK', 2, '2026-03-25', 'RELEASED', 31),  ('BRK', 3, '2026-04-24', 'CALCULATED', 31), ('BRK', 6, '2026-05-25', 'DRAFT', 31),
  ('CED', 1, '2026-02-25', 'PAID', 10),       ('CED', 3, '2026-04-24', 'CALCULATED', 10), ('CED', 6, '2026-05-25', 'DRAFT', 10)
) AS r (company, n, pay_date, status, calculated_by)
ORDER BY 1;

-- Of 13 and 12 of ALD also an archived one, in the released run and in the draft; of 14 of BRK and 12 of CED none.
INSERT INTO payslips (id, company_code, employee_no, pay_run_id, gross, net, archived_on)
SELECT 6000 + row_number() OVER (ORDER BY greatest(r.id % 100, 9), r.id, e.id, a.archived_on NULLS FIRST), e.company_code, e.employee_no, r.id,
       3000 + e.employee_no * 37 % 101 * 10 + r.id % 100 + (r.id / 100 - 50) * 7,
       2000 + e.employee_no * 53 % 97 * 10 + r.id % 100 + (r.id / 100 - 50) * 7, a.archived_on
FROM pay_runs r
JOIN employees e ON e.company_code = r.company_code
JOIN (VALUES (1, '{11,12,13,14,20,22,30,31,40,41}'::int[]), (2, '{11,12,13,14,17,20,30,31,40,41}'), (3, '{12,13,20,30}'), (4, '{13}'),
             (6, '{12,13,14,30,31}'), (7, '{13,20}'), (8, '{31}'), (10, '{13,20}'), (11, '{11}'), (12, '{40}')) AS s (n, numbers) ON s.n = r.id % 100 AND e.employee_no = ANY (s.numbers) AND e.id NOT IN (1114, 1212)
CROSS JOIN LATERAL (SELECT NULL::date AS archived_on UNION ALL
                    SELECT '2026-03-26' WHERE (r.id, e.id) IN ((5002, 1013), (5006, 1012), (5102, 1113))) AS a
ORDER BY 1;

-- 1 to 3 of every payslip, and 4, which is archived.
INSERT INTO pay_lines (id, payslip_id, code, label, amount, archived_on)
SELECT 70000 + (p.id - 6000) * 10 + l.n, p.id, l.code, l.code || ' of ' || p.company_code || ' ' || p.employee_no, l.part * p.gross, l.archived_on::date
FROM payslips p, (VALUES (1, 'BASE', 0.9, NULL), (2, 'BONUS', 0.1, NULL), (3, 'TAX', -0.2, NULL), (4, 'BONUS', 0.05, '2026-03-01')) AS l (n, code, part, archived_on)
ORDER BY p.id, l.n;

-- Of 13 of ALD: 1 own upload, 2 by HR, 3 for HR only, 4 and 5 archived, 6 archived in the future, 7 by 13 for HR only.
INSERT INTO documents (id, company_code, employee_no, title, visibility, uploaded_by, archived_on) VALUES
  (8001, 'ALD', 13, 'Diploma of ALD 13', 'SHARED', 13, NULL),
  (8002, 'ALD', 13, 'Letter to ALD 13', 'SHARED', 20, NULL),
  (8003, 'ALD', 13, 'Warning of ALD 13', 'HR_ONLY', 20, NULL),
  (8004, 'ALD', 13, 'Old diploma of ALD 13', 'SHARED', 13, '2026-02-02'),
  (8005, 'ALD', 13, 'Old warning of ALD 13', 'HR_ONLY', 20, '2026-02-02'),
  (8006, 'ALD', 13, 'Badge of ALD 13', 'SHARED', 13, '2027-02-02'),
  (8007, 'ALD', 13, 'Complaint by ALD 13', 'HR_ONLY', 13, NULL),
  (8008, 'ALD', 12, 'Diploma of ALD 12', 'SHARED', 12, NULL),
  (8009, 'ALD', 14, 'Diploma of ALD 14', 'SHARED', 14, NULL),
  (8010, 'ALD', 14, 'Old diploma of ALD 14', 'SHARED', 14, '2026-01-15'),
  (8011, 'ALD', 20, 'Diploma of ALD 20', 'SHARED', 20, NULL),
  (8012, 'ALD', 40, 'Diploma of ALD 40', 'SHARED', 40, NULL),
  (8013, 'ALD', 30, 'Diploma of ALD 30', 'SHARED', 30, NULL),
  (8014, 'BRK', 13, 'Diploma of BRK 13', 'SHARED', 13, NULL),
  (8015, 'BRK', 13, 'Warning of BRK 13', 'HR_ONLY', 20, NULL),
  (8016, 'BRK', 13, 'Old diploma of BRK 13', 'SHARED', 13, '2026-02-02'),
  (8017, 'CED', 13, 'Diploma of CED 13', 'SHARED', 13, NULL),
  (8018, 'ALD', 12, 'Letter by ALD 13 about ALD 12', 'SHARED', 13, NULL);

-- The oldest ones cannot be taken: of another company, archived, of an archived employee, by Pam and by Piet themselves, taken already.
INSERT INTO correction_requests (id, company_code, employee_no, payslip_id, message, status, opened_on, claimed_by, claimed_on, archived_on)
SELECT c.id, c.company, c.no, (SELECT min(p.id) FROM payslips p WHERE (p.company_code, p.employee_no) = (c.company, c.no)), c.message || ' of ' || c.company || ' ' || c.no,
       c.status::correction_status, c.opened_on::date, c.claimed_by, c.claimed_on::date, c.archived_on::date
FROM (VALUES
  (8501, 'CED', 13, 'Bonus missing', 'OPEN',    '2026-01-02', NULL, NULL, NULL),
  (8502, 'BRK', 11, 'Hours short',   'OPEN',    '2026-01-03', NULL, NULL, NULL),
  (8503, 'ALD', 11, 'Sent twice',    'OPEN',    '2026-01-04', NULL, NULL, '2026-01-05'),
  (8504, 'ALD', 14, 'Bonus missing', 'OPEN',    '2026-01-05', NULL, NULL, NULL),
  (8505, 'ALD', 20, 'Tax class',     'DONE',    '2026-01-06', 30, '2026-01-07', NULL),
  (8506, 'ALD', 12, 'Hours short',   'CLAIMED', '2026-01-07', 31, '2026-01-08', NULL),
  (8507, 'ALD', 30, 'Bonus missing', 'OPEN',    '2026-01-08', NULL, NULL, NULL),
  (8508, 'ALD', 31, 'Tax class',     'OPEN',    '2026-01-09', NULL, NULL, NULL),
  (8509, 'ALD', 13, 'Hours short',   'OPEN',    '2026-02-01', NULL, NULL, NULL),
  (8510, 'ALD', 13, 'Bonus missing', 'OPEN',    '2026-02-01', NULL, NULL, NULL),
  (8511, 'ALD', 22, 'Old address',   'OPEN',    '2026-02-02', NULL, NULL, NULL),
  (8512, 'BRK', 13, 'Hours short',   'OPEN',    '2026-02-03', NULL, NULL, NULL)
) AS c (id, company, no, message, status, opened_on, claimed_by, claimed_on, archived_on);

-- Of every employee one sick leave and one vacation; of 11 and 13 also a vacation that is archived.
INSERT INTO absences (id, company_code, employee_no, kind, first_day, last_day, reason, archived_on)
SELECT 8000 + e.id + k.n * 300, e.company_code, e.employee_no, k.kind::absence_kind, k.first_day::date + e.employee_no % 5, k.last_day::date + e.employee_no % 5,
       CASE WHEN e.employee_no <> 17 THEN k.reason || ' of ' || e.company_code || ' ' || e.employee_no END,
       CASE WHEN k.n = 3 THEN date '2026-03-03' END
FROM employees e
JOIN (VALUES (1, 'SICK', '2026-03-02', '2026-03-04', 'Fever'), (2, 'VACATION', '2026-03-30', '2026-04-02', 'Trip'), (3, 'VACATION', '2026-03-09', '2026-03-10', 'Dropped trip'))
  AS k (n, kind, first_day, last_day, reason) ON k.n < 3 OR e.employee_no IN (11, 13)
ORDER BY k.n, e.id;

INSERT INTO change_log (id, company_code, actor_no, subject, subject_id, old_value, new_value, logged_on)
SELECT (r.id || '0000-0000-4000-8000-000000000001')::uuid, r.company_code, 30, 'pay_run', r.id, 'DRAFT', 'CALCULATED', r.pay_date - 9
FROM pay_runs r
WHERE r.status <> 'DRAFT'
ORDER BY r.id;
