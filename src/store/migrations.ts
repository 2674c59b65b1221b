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
    provider TEXT,
    finish_reason TEXT,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    cost REAL,                           -- USD
    latency_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    reply TEXT NOT NULL,
    key TEXT NOT NULL,
    specification_hash TEXT NOT NULL REFERENCES texts (hash),
    evaluation_prompt_hash TEXT NOT NULL REFERENCES texts (hash),
    code_hash TEXT NOT NULL REFERENCES texts (hash),
    description_hash TEXT NOT NULL REFERENCES texts (hash)
  );
  CREATE INDEX evaluations_by_key ON evaluations (key);
  CREATE INDEX evaluations_by_question ON evaluations (case_path, model_name, host, parameters, prompt, repeat);

  -- Calls that brought no reply. They are not evaluations and are asked again.
  CREATE TABLE failures (
    id INTEGER PRIMARY KEY,
    timestamp DATETIME NOT NULL,
    case_path TEXT NOT NULL,
    model_name TEXT NOT NULL,
    host TEXT NOT NULL,
    prompt TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    reason TEXT NOT NULL,
    key TEXT NOT NULL
  );

  -- The newest answer to each question; --force leaves older ones behind as history.
  CREATE VIEW current_evaluations AS
    SELECT * FROM evaluations WHERE id IN (
      SELECT max(id) FROM evaluations GROUP BY case_path, model_name, host, parameters, prompt, repeat
    );
  `,
]
