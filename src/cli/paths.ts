import { relative, resolve } from 'node:path'
import { printable } from '../lib/printable.ts'
import type { Context } from './context.ts'

/** A path that the user typed is relative to where they are; a default lies in the project. */
export function pathOf(typed: string | undefined, fallback: string, { cwd, root }: Context): string {
  return typed === undefined ? resolve(root, fallback) : resolve(cwd, typed)
}

/** As one would type it: relative where the file lies below the current folder. */
export function shortPath(path: string, { cwd }: Context): string {
  const short = relative(cwd, path)
  return printable(short.startsWith('..') || short === '' ? path : short, 1000)
}
