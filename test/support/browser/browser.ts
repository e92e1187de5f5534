import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { atEnd } from '../end-of-run.ts'
import { defaultTimeoutMs } from '../until.ts'

/** The features that Playwright turns off: of two lists, Chromium uses the last. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Pages below the address bar that nobody sees: they take more CPU than most of the site's. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...offByPlaywright, ...addressBarPages].join()}`,
  // Pages that record get a made-up picture, without a permission dialog.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  // It can reach only this machine, also as `plain.test`: an origin without the features of secure ones.
  '--host-resolver-rules=MAP plain.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

let launched: Promise<Browser> | undefined

atEnd(async () => {
  await (await launched)?.close()
})

export type BrowserOptions = BrowserContextOptions

/**
 * The system's Chromium, with cookies and storage of its own, closed when the test ends. The tests of a process share
 * one browser, since starting one takes longer than most tests.
 */
export async function openBrowser(t: CleanUp, options: BrowserOptions = {}): Promise<BrowserContext> {
  launched ??= chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args })
  const context = await (await launched).newContext({ viewport: { width: 1280, height: 800 }, ...options })
  context.setDefaultTimeout(defaultTimeoutMs)
  cleanUp(t, () => context.close())
  return context
}
