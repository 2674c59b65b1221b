// The roles of an application: its schema creates them, as `create role clinician nologin`.

import { parseSync } from 'libpg-query'
import { as } from '../sql/node.ts'
import { replaceBytes } from '../sql/replace-bytes.ts'

/** A schema without its CREATE ROLE statements, and the roles that they create. */
export interface RolesOfSchema {
  roles: string[]
  schema: string
}

/**
 * Takes CREATE ROLE out of a schema: the owner of a database must not create roles. A role with any option beside NOLOGIN is
 * left, and PostgreSQL refuses it. So is a text that is no SQL.
 */
export function takeRoles(schema: string): RolesOfSchema {
  const roles: string[] = []
  try {
    const replacements = (parseSync(schema).stmts ?? []).flatMap(
      ({ stmt, stmt_location: start = 0, stmt_len: length }) => {
        const created = stmt && as(stmt, 'CreateRoleStmt')
        if (!created?.role || !(created.options ?? []).every(option => isNoLogin(as(option, 'DefElem')))) return []
        roles.push(created.role)
        const end = length ? start + length : Buffer.byteLength(schema)
        return [{ start, end, text: '\nselect 1' }]
      },
    )
    return { roles, schema: replaceBytes(schema, replacements) }
  } catch {
    return { roles: [], schema }
  }
}

function isNoLogin(option: ReturnType<typeof as<'DefElem'>>): boolean {
  return option?.defname === 'canlogin' && as(option.arg, 'Boolean')?.boolval !== true
}
