import assert from 'node:assert/strict'
import { faultsOf } from './axe.ts'
import { openBrowser } from './browser.ts'
import type { CleanUp } from '../clean-up.ts'
import type { TestSite } from '../site.ts'

/** Fails if the logo has no room on a phone in a language: it shrinks last of all in the top bar. */
export async function checkTopBar(t: CleanUp, site: TestSite, locale: string): Promise<void> {
  const browser = await openBrowser(t, { locale, viewport: { width: 320, height: 700 } })
  const page = await browser.newPage()
  await page.goto(site.url)
  assert.equal(await page.locator('html').getAttribute('lang'), locale)
  assert.equal((await page.locator('.brand img').boundingBox())?.width, 32, locale)
  assert.deepEqual(await faultsOf(page), [], locale)
}
