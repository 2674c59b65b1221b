// The page's style and scripts: the files of `client/`, put into the page. There is no build, so this file joins the
// modules into one script: it drops their imports and turns their exports into names of one scope.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { html, type SafeHtml, trustedHtml } from '../lib/text/safe-html.ts'

const FOLDER = join(import.meta.dirname, 'client')

/** A module comes after the modules that it imports. */
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

export const SCRIPT = MODULES.map(file => withoutImportsAndExports(readFileSync(join(FOLDER, file), 'utf8'))).join('\n')

function withoutImportsAndExports(module: string): string {
  return module.replace(/^import [^;]*? from '\.\/[\w-]+\.js'\n/gm, '').replace(/^export /gm, '')
}

/** highlight.js with the languages of the cases; empty when highlight.js knows none of them. */
export function highlighterFor(languages: string[]): string {
  const folder = dirname(fileURLToPath(import.meta.resolve('@highlightjs/cdn-assets/package.json')))
  const grammars = languages
    // The case file names its language, and the name becomes part of a path here.
    .filter(language => /^[a-z0-9]+$/.test(language))
    .map(language => join(folder, 'languages', `${language}.min.js`))
    .filter(file => existsSync(file))
  if (grammars.length === 0) return ''
  const core = readFileSync(join(folder, 'es/core.min.js'), 'utf8')
  const parts = grammars.map(file => readFileSync(file, 'utf8'))
  return [core.replace(/export\{(\w+) as default\};?\s*$/, 'globalThis.hljs=$1;'), ...parts].join('\n')
}

/** A Content-Security-Policy that allows these inline scripts and styles, by their hashes, and nothing else. */
export function policyFor({ scripts, styles }: { scripts: string[]; styles: string[] }): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ')}`,
    `style-src ${styles.map(hashSource).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    // The script makes elements and text, never markup. Markup by mistake throws an error instead of being shown.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Compressed data for the script. Base64 has no `<`, so the data cannot end its own element. */
export function renderData(id: string, base64: string): SafeHtml {
  return html`<script type="application/octet-stream" id="${id}">${trustedHtml(base64)}</script>\n`
}

export function renderScript(text: string): SafeHtml {
  return html`<script type="module">${trustedHtml(text)}</script>\n`
}
