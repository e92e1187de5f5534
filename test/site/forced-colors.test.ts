import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/browser/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { startSite } from '../support/site.ts'

/** The paint of an element, in a page with system colors. */
const look = (selector: string, pseudo = '') => `(() => {
  const style = getComputedStyle(document.querySelector('${selector}'), '${pseudo}')
  return [style.backgroundColor, style.backgroundImage, style.borderBottomWidth, style.borderBottomColor].join(' ')
})()`

test('with system colors, selections, switches and the edges of buttons are visible', async (t) => {
  const site = await startSite(t)
  await site.addWithFiles()
  const operator = await signedIn(site, { admin: true })
  const browser = await openBrowser(t, { forcedColors: 'active' })
  await operator.enter(browser)
  const page = await browser.newPage()
  const see = (selector: string, pseudo?: string) => page.evaluate<string>(look(selector, pseudo))
  await page.goto(site.url)
  assert.notEqual(await see('.chip[aria-current]'), await see('.chips li:last-child .chip'))
  const off = await see('.switch', '::before')
  assert.match(off, /radial-gradient/)
  assert.match(await see('.search button'), / 1px /)
  await page.goto(`${site.url}/?nsfw=1`)
  assert.notEqual(await see('.switch--on', '::before'), off)
  await page.goto(`${site.url}/admin`)
  assert.match(await see('.bar'), / 1px /)
  assert.notEqual(await see('.legend__used', '::before'), await see('.legend__free', '::before'))
  await page.goto(`${site.url}/admin/tasks`)
  assert.notEqual(await see('.statuses [aria-current]'), await see('.statuses li:last-child a'))
})
