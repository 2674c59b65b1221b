import { relative, resolve } from 'node:path'
import { printable } from '../lib/text/printable.ts'
import type { Context } from './context.ts'
import type { Flags } from './flags.ts'

/** A path that the user typed is relative to where they are; a default lies in the project. */
export function pathOf(typed: string | undefined, fallback: string, { cwd, root }: Context): string {
  return typed === undefined ? resolve(root, fallback) : resolve(cwd, typed)
}

/** The address of the database: a path, or a URL as it was typed. */
export function databaseOf(flags: Flags, context: Context): string {
  const typed = flags.text('db')
  return typed?.includes('://') ? typed : pathOf(typed, 'results.db', context)
}

/** As one would type it: relative where the file lies below the current folder. */
export function shortPath(path: string, { cwd }: Context): string {
  const short = relative(cwd, path)
  return printable(short.startsWith('..') || short === '' ? path : short, 1000)
}
