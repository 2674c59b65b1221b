const SQL = ['', 'sql', 'pgsql', 'plpgsql', 'postgres', 'postgresql']

/** True of a fence's info string that means PostgreSQL, or that says nothing. */
export function isSql(language: string): boolean {
  return SQL.includes(language.toLowerCase())
}
