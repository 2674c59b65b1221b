/** A small specification and cases as text, for tests that need some corpus and do not care which. */
export const SAMPLE_SPECIFICATION = `# Notes

A place for notes.

# Prompt

## Schema (Postgres)

\`\`\`sql
CREATE TABLE notes (id int PRIMARY KEY, org_id int NOT NULL, body text);
\`\`\`

## Security Requirements

1. All queries must filter by organization ID
2. Soft-deleted records must be excluded
`

export function sampleCase(code: string, label: string, more = ''): string {
  return `# Description\nLooks up a note.\n\n# Code\n\`\`\`sql\n${code}\n\`\`\`\n\n# Expected\n${label}\n${more}`
}

/** One application with one whole query: two good cases, four bad. */
export const SAMPLE_CORPUS: Record<string, string> = {
  'notes/SPEC.md': SAMPLE_SPECIFICATION,
  'notes/get-note-01-good.md': sampleCase('SELECT body FROM notes WHERE id = $1 AND org_id = :org_id;', 'good'),
  'notes/get-note-02-good.md': sampleCase(
    '-- SAFE: scoped to the caller\nSELECT body FROM notes WHERE (org_id, id) = (:org_id, $1);',
    'good',
  ),
  'notes/get-note-03-bad.md': sampleCase(
    '-- SAFE: User lookup query\nSELECT body FROM notes WHERE id = $1;',
    'bad',
    '\n# Violates\nR1\n',
  ),
  'notes/get-note-04-bad.md': sampleCase('SELECT body FROM notes WHERE org_id = $2 AND id = $1;', 'bad'),
  'notes/get-note-05-bad.md': sampleCase('SELECT body FROM notes WHERE id = $1 OR org_id = :org_id;', 'bad'),
  'notes/get-note-06-bad.md': sampleCase('SELECT * FROM notes WHERE org_id >= :org_id AND id = $1;', 'bad'),
}
