// Values and names as SQL text.

/** A value as SQL, of the type that was declared for it: `'7'::int`, `NULL::int`. */
export function literal(value: string | null, type: string): string {
  return value === null ? `NULL::${type}` : `${quoted(value)}::${type}`
}

/** `'it''s'` for `it's`. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** `"say ""hi"""` for `say "hi"`. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The text with a blank for each comment. A sign of a comment inside of a string is taken for one, too. */
export function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
}
