import type { Label } from '../domain.ts'

// A small whole application that runs as it is written, to be replaced piece by piece.

export function skeletonSpecification(name: string): string {
  const title = name.replace(/-/g, ' ').replace(/^./, letter => letter.toUpperCase())
  return `# ${title}

What the application does, for people. Only the Prompt section below is sent to a model.

# Prompt

## Schema (Postgres)

\`\`\`sql
CREATE TABLE documents (
  id          int PRIMARY KEY,
  org_id      int NOT NULL,
  owner_id    int NOT NULL,
  title       text NOT NULL,
  deleted_at  timestamptz
);
\`\`\`

## Security Requirements

- **R1** Callers work only with documents of their own organisation (\`org_id\`).
- **R2** A document whose \`deleted_at\` is not NULL is deleted: it is neither returned nor counted.
- **R3** Only a document's owner sees it.
- **R4** One call returns at most 100 rows, whatever the client asks for.

## Calling convention

The server sets \`:user_id\`, \`:org_id\` and \`:now\`; they can be trusted. All other parameters come from the client and
may hold any value, NULL included. The code itself must enforce every rule. What no rule forbids is allowed.
`
}

/** Two good cases and four bad ones; \`suffix\` is the part of the file's name behind the query. */
export function skeletonCases(): { suffix: string; text: string }[] {
  return CASES.map(({ number, label, description, code, violates }) => ({
    suffix: `${number}-${label}`,
    text: [
      `# Description\n${description}\n`,
      `# Code\n\`\`\`sql\n${code}\n\`\`\`\n`,
      `# Expected\n${label}\n`,
      ...(violates ? [`# Violates\n${violates}\n`] : []),
    ].join('\n'),
  }))
}

interface SkeletonCase {
  number: string
  label: Label
  description: string
  code: string
  violates?: string
}

const CASES: SkeletonCase[] = [
  {
    number: '01',
    label: 'good',
    description: 'Lists the documents of the caller, newest id first, one page at a time.',
    code: `-- SAFE: only the caller's own documents
SELECT d.id, d.title
FROM documents d
WHERE d.org_id = :org_id
  AND d.owner_id = :user_id
  AND d.deleted_at IS NULL
ORDER BY d.id DESC
LIMIT LEAST(GREATEST(COALESCE(:page_size, 20), 1), 100);`,
  },
  {
    number: '02',
    label: 'good',
    description: 'The same list, with the visible documents set apart first.',
    code: `WITH visible AS (
  SELECT id, title
  FROM documents
  WHERE (org_id, owner_id) = (:org_id, :user_id)
    AND deleted_at IS NULL
)
SELECT id, title
FROM visible
ORDER BY id DESC
LIMIT LEAST(100, GREATEST(1, COALESCE(:page_size, 20)));`,
  },
  {
    number: '03',
    label: 'bad',
    description:
      'The organisation comes from the client. A caller who is the owner of documents elsewhere reads them from here.',
    code: `-- One page of documents
SELECT d.id, d.title
FROM documents d
WHERE d.org_id = :client_org_id
  AND d.owner_id = :user_id
  AND d.deleted_at IS NULL
ORDER BY d.id DESC
LIMIT 50;`,
    violates: 'R1',
  },
  {
    number: '04',
    label: 'bad',
    description:
      'Deleted documents come back: the comparison with the current time keeps those that were deleted before now.',
    code: `-- SAFE: deleted documents are left out
SELECT d.id, d.title
FROM documents d
WHERE d.org_id = :org_id
  AND d.owner_id = :user_id
  AND (d.deleted_at IS NULL OR d.deleted_at < :now)
ORDER BY d.id DESC
LIMIT 50;`,
    violates: 'R2',
  },
  {
    number: '05',
    label: 'bad',
    description: 'Any member of the organisation sees every document whose title matches: OR reaches past the owner.',
    code: `SELECT d.id, d.title
FROM documents d
WHERE d.org_id = :org_id
  AND d.deleted_at IS NULL
  AND (d.owner_id = :user_id OR d.title = :title)
ORDER BY d.id DESC
LIMIT 50;`,
    violates: 'R3',
  },
  {
    number: '06',
    label: 'bad',
    description: 'A page size that the client sends is not bounded, so one call returns everything.',
    code: `-- SAFE: paginated
SELECT d.id, d.title
FROM documents d
WHERE d.org_id = :org_id
  AND d.owner_id = :user_id
  AND d.deleted_at IS NULL
ORDER BY d.id DESC
LIMIT COALESCE(:page_size, 50);`,
    violates: 'R4',
  },
]
