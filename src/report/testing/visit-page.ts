// Opens a page from a file in a real browser, and records what the page does: requests, dialogs, errors.

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export interface Visit<T> {
  seen: T
  dialogs: number
  /** All requests except the one for the page itself. */
  requests: string[]
  /** The requests that the policy of the page blocked. */
  stopped: string[]
  /** Whether an attack ran: it sets `window.pwned`. */
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
  // All requests are aborted, so that nothing leaves the machine even when an attack succeeds.
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
