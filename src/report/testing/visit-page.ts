// Opens a page from a file in a real browser, as a reader does, and tells what it did meanwhile.

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export interface Visit<T> {
  seen: T
  dialogs: number
  /** Beside the page itself. */
  requests: string[]
  /** Of these, the ones that the page's policy stopped. */
  stopped: string[]
  /** Whether something ran that the page did not bring. */
  pwned: boolean
  errors: string[]
}

export async function visitPage<T>(
  browser: Browser,
  content: string,
  look: (page: Page, address: string) => Promise<T>,
  { hash = '', ...options }: BrowserContextOptions & { hash?: string } = {},
): Promise<Visit<T>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'report-'))
  const file = join(folder.path, 'report.html')
  const address = pathToFileURL(file).href
  await writeFile(file, content)
  await using context = await browser.newContext(options)
  // Nothing leaves the machine, not even when the test finds what it looks for.
  await context.route(/^(?!file:)/, route => route.abort())
  const page = await context.newPage()
  const requests: string[] = []
  const stopped: string[] = []
  const errors: string[] = []
  let dialogs = 0
  page.on('request', request => requests.push(request.url()))
  page.on('requestfailed', request => {
    if (request.failure()?.errorText === 'csp') stopped.push(request.url())
  })
  page.on('pageerror', error => errors.push(error.message))
  page.on('dialog', dialog => {
    dialogs++
    void dialog.dismiss()
  })
  await page.goto(address + hash)
  if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]', { state: 'attached' })
  const seen = await look(page, address)
  await page.waitForTimeout(100)
  const pwned = options.javaScriptEnabled === false ? false : await page.evaluate<boolean>(`'pwned' in window`)
  return { seen, dialogs, requests: requests.filter(url => !url.startsWith(address)), stopped, pwned, errors }
}

/** The text of each element, hidden ones too. */
export function textOf(page: Page, selector: string): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map(element => element.textContent)`,
  )
}
