// The page's style and scripts: files beside this one, put into the page as they are. There is no build, so the modules of
// the script are joined here: their imports are dropped and their exports become plain names of one scope.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { html, type SafeHtml, trustedHtml } from '../lib/text/safe-html.ts'

const FOLDER = join(import.meta.dirname, 'client')

/** Each after those that it needs. */
const MODULES = [
  'dom.js',
  'format.js',
  'address.js',
  'select-cases.js',
  'marks.js',
  'draw-marks.js',
  'chunks.js',
  'highlight-code.js',
  'sort-tables.js',
  'case-table.js',
  'case-list.js',
  'proof.js',
  'answers.js',
  'case-view.js',
  'main.js',
]

export const STYLE = readFileSync(join(FOLDER, 'page.css'), 'utf8')

export const SCRIPT = MODULES.map(file => joinable(readFileSync(join(FOLDER, file), 'utf8'))).join('\n')

function joinable(module: string): string {
  return module.replace(/^import [^;]*? from '\.\/[\w-]+\.js'\n/gm, '').replace(/^export /gm, '')
}

/** The highlighter with the languages that the cases are written in: none when it knows none of them. */
export function highlighterFor(languages: string[]): string {
  const folder = dirname(fileURLToPath(import.meta.resolve('@highlightjs/cdn-assets/package.json')))
  const grammars = languages
    // A language is a case's own word, and here part of a path.
    .filter(language => /^[a-z0-9]+$/.test(language))
    .map(language => join(folder, 'languages', `${language}.min.js`))
    .filter(file => existsSync(file))
  if (grammars.length === 0) return ''
  const core = readFileSync(join(folder, 'es/core.min.js'), 'utf8')
  const parts = grammars.map(file => readFileSync(file, 'utf8'))
  return [core.replace(/export\{(\w+) as default\};?\s*$/, 'globalThis.hljs=$1;'), ...parts].join('\n')
}

/** A policy that allows these inline scripts and styles, by their hashes, and nothing else: no request, no other script. */
export function policyFor({ scripts, styles }: { scripts: string[]; styles: string[] }): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ')}`,
    `style-src ${styles.map(hashSource).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    // The script makes elements and text, never markup; a slip would stop it rather than open a hole.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Data for the script, compressed: base64 cannot end the element that it stands in. */
export function renderData(id: string, base64: string): SafeHtml {
  return html`<script type="application/octet-stream" id="${id}">${trustedHtml(base64)}</script>\n`
}

export function renderScript(text: string): SafeHtml {
  return html`<script type="module">${trustedHtml(text)}</script>\n`
}
