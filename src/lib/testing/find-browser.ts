// Tests that need a real browser use the one that the machine has; nothing is downloaded.

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']

const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/opt/google/chrome/chrome',
]

const ADVICE = 'no Chrome or Chromium found: install Chromium, e.g. apt-get install chromium, or set CHROME_PATH'

/** The path of a Chrome or Chromium: CHROME_PATH if it is set, else the first that is found where they usually are. */
function findBrowser(env: NodeJS.ProcessEnv): string | undefined {
  if (env.CHROME_PATH) return isProgram(env.CHROME_PATH) ? env.CHROME_PATH : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const onPath = NAMES.flatMap(name => folders.map(folder => join(folder, name)))
  return [...onPath, ...PLACES].find(isProgram)
}

/**
 * For a test's `skip`: false when there is a browser, else what to install.
 * @throws with CI=true, where tests that are skipped would be tests that nobody runs.
 */
export function skipWithoutBrowser(env: NodeJS.ProcessEnv = process.env): false | string {
  if (findBrowser(env)) return false
  if (env.CI === 'true') throw new Error(ADVICE)
  return ADVICE
}

/** Opens the browser without a window. `await using` closes it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser(process.env)
  if (!executablePath) throw new Error(ADVICE)
  return await chromium.launch({
    executablePath,
    // No sandbox, since containers run as root; and no requests of the browser's own.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
