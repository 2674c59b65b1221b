// Numbered by their place in the list; a database remembers how many it has seen (PRAGMA user_version). Never edit one
// that has been released: add another.

export const MIGRATIONS = [
  `
  -- Specifications, evaluation prompts, code and descriptions: each is stored once.
  CREATE TABLE texts (
    hash TEXT PRIMARY KEY,
    text TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE evaluations (
    id INTEGER PRIMARY KEY,
    timestamp DATETIME NOT NULL,
    test_file TEXT NOT NULL,
    model_name TEXT NOT NULL,
    expected_result TEXT NOT NULL CHECK (expected_result IN ('good', 'bad')),
    actual_result TEXT NOT NULL CHECK (actual_result IN ('good', 'bad', 'refused', 'truncated', 'unreadable', 'empty')),
    explanation TEXT NOT NULL,
    case_path TEXT NOT NULL,
    application TEXT NOT NULL,
    query TEXT NOT NULL,
    language TEXT NOT NULL,
    violates TEXT NOT NULL,              -- JSON: what "# Violates" says
    named_rules TEXT NOT NULL,           -- JSON: what the model says
    prompt TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    host TEXT NOT NULL,
    parameters TEXT NOT NULL,            -- JSON
    typed_name TEXT NOT NULL,            -- what stood behind --model
    sent TEXT,                           -- JSON: the request without its messages
    provider TEXT,
    served_model TEXT,
    finish_reason TEXT,
    native_finish_reason TEXT,
    generation_id TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    cached_tokens INTEGER,
    reasoning_tokens INTEGER,
    cost REAL,                           -- USD
    latency_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    reply TEXT NOT NULL,
    http TEXT,                           -- JSON: status and headers, for reading the reply anew
    key TEXT NOT NULL,
    is_current INTEGER NOT NULL DEFAULT 1,
    specification_hash TEXT NOT NULL REFERENCES texts (hash),
    evaluation_prompt_hash TEXT NOT NULL REFERENCES texts (hash),
    code_hash TEXT NOT NULL REFERENCES texts (hash),
    description_hash TEXT NOT NULL REFERENCES texts (hash)
  );
  CREATE INDEX evaluations_by_key ON evaluations (key);
  CREATE UNIQUE INDEX evaluations_current ON evaluations (case_path, model_name, host, parameters, prompt, repeat)
    WHERE is_current = 1;

  -- Calls that brought no reply. They are not evaluations and are asked again.
  CREATE TABLE failures (
    id INTEGER PRIMARY KEY,
    timestamp DATETIME NOT NULL,
    case_path TEXT NOT NULL,
    model_name TEXT NOT NULL,
    host TEXT NOT NULL,
    parameters TEXT NOT NULL,            -- JSON
    prompt TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    reason TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    cost REAL NOT NULL,                  -- USD, as far as it is known
    key TEXT NOT NULL
  );

  -- Questions that a run is asking at this moment, so that another run does not pay for them as well.
  CREATE TABLE in_flight (
    key TEXT NOT NULL,
    case_path TEXT NOT NULL,
    holder_host TEXT NOT NULL,
    holder_pid INTEGER NOT NULL,
    until INTEGER NOT NULL,              -- epoch milliseconds
    PRIMARY KEY (key, case_path)
  ) WITHOUT ROWID;

  -- What counts. --force, an edited case and a deleted one leave older rows behind as history.
  CREATE VIEW current_evaluations AS SELECT * FROM evaluations WHERE is_current = 1;
  `,
  `
  -- The path of the case whose answer this is a copy of: a renamed case takes its answers along, and nothing was paid for
  -- the copy.
  ALTER TABLE evaluations ADD COLUMN copied_from TEXT;
  CREATE INDEX evaluations_by_case ON evaluations (case_path);

  -- Cases that the corpus of their last run did not have: deleted ones, and the old paths of renamed ones.
  CREATE TABLE absent_cases (
    case_path TEXT PRIMARY KEY
  ) WITHOUT ROWID;

  -- What counts. --force and an edited case leave older rows behind as history, a deleted case its last ones.
  DROP VIEW current_evaluations;
  CREATE VIEW current_evaluations AS SELECT * FROM evaluations
    WHERE is_current = 1 AND case_path NOT IN (SELECT case_path FROM absent_cases);
  `,
]
