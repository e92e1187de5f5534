import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type BrowserOptions = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>

/** The system's Chromium with a profile of its own, which can reach this machine only; closed when the test ends. */
export async function openBrowser(
  t: { after(action: () => Promise<void>): void },
  options: BrowserOptions = {},
): Promise<BrowserContext> {
  const profile = await mkdtemp(join(tmpdir(), 'gifwright-browser-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...quiet, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'],
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  t.after(async () => {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  })
  return browser
}
