// Where a store is: the path of a file, or a URL. No store is loaded to find out which.

import { dirname } from 'node:path'

const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i

/** SQLite's name for a database that no file holds. */
export const IN_MEMORY = ':memory:'

/** `postgres://` of `postgres://me@host/results`; undefined of a path. */
export function schemeOf(address: string): string | undefined {
  return SCHEME.exec(address)?.[0].toLowerCase()
}

/** Whether the address is the path of a file, which may be relative to a folder. */
export function isPath(address: string): boolean {
  return schemeOf(address) === undefined && address !== IN_MEMORY
}

/** The folder of the file; undefined where the store is no file. */
export function folderOf(address: string): string | undefined {
  return isPath(address) ? dirname(address) : undefined
}
