// A report is shared: where on somebody's machine a project lies is nobody's business.

import type { ModelIdentity } from '../../domain.ts'

/** Ends of a path in prose: nothing, a separator, or what cannot be part of a name. */
const END = `(?![\\w.~-])`
const START = `(?<![\\w.~-])`

/**
 * Makes a function that takes these folders out of texts: what lies in one is told from there on, `…/tests/a.md`. The home
 * of whoever owns them goes as well.
 */
export function createPathHider(folders: string[]): (text: string) => string {
  const homes = folders.flatMap(
    folder => /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)/.exec(folder)?.[0] ?? [],
  )
  const places = [...new Set([...folders, ...homes])]
    .map(folder => folder.replace(/[/\\]+$/, ''))
    // The root of a disk is no secret, and stands in every path.
    .filter(folder => /[\w]/.test(folder.replace(/^[A-Za-z]:/, '')))
    .sort((a, b) => b.length - a.length)
  if (places.length === 0) return text => text
  const pattern = new RegExp(`${START}(?:${places.map(RegExp.escape).join('|')})${END}`, 'g')
  return text => (text.includes('/') || text.includes('\\') ? text.replace(pattern, '…') : text)
}

/** Leaves only the file's name of every absolute path among the words of a command. */
export function hideCommandPaths(command: string): string {
  return command.replace(/(^|[\s"'=:])(?:[A-Za-z]:)?[/\\](?:[^\s"']*[/\\])?([^\s"'/\\]+)/g, '$1…/$2')
}

/** A program's name as a model is its command line. */
export function withoutCommandPath<Named extends { model: ModelIdentity }>(one: Named): Named {
  const { model } = one
  return model.host === 'command' ? { ...one, model: { ...model, name: hideCommandPaths(model.name) } } : one
}
