import { relative, resolve } from 'node:path'
import { printable } from '../lib/text/printable.ts'
import { databaseAddress } from '../run/database-address.ts'
import type { Context } from './context.ts'
import type { Flags } from './flags.ts'

/** A path that the user typed is relative to where they are; a default lies in the project. */
export function pathOf(typed: string | undefined, fallback: string, { cwd, root }: Context): string {
  return typed === undefined ? resolve(root, fallback) : resolve(cwd, typed)
}

/** The address of the database. What is a path, and what is another address, the stores say. */
export function databaseOf(flags: Flags, context: Context): string {
  const typed = flags.text('db')
  return typed === undefined ? pathOf(undefined, 'results.db', context) : databaseAddress(typed, context.cwd)
}

/** As one would type it: relative where the file lies below the current folder. */
export function shortPath(path: string, { cwd }: Context): string {
  const short = relative(cwd, path)
  return printable(short.startsWith('..') || short === '' ? path : short, 1000)
}
