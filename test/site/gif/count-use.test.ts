import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { signedIn } from '../../support/signed-in.ts'
import { shareSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

const site = shareSite()

/** The uses that the page reports, as `path kind status`. */
function reportsOf(page: Page): string[] {
  const reports: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/use/')) return
    reports.push(`${pathname} ${response.request().postData()} ${response.status()}`)
  })
  return reports
}

test('copying and sharing a GIF are reported, by every button, on its page and on that of its task', async (t) => {
  const gif = await site.add({ title: 'A frog' })
  const page = await (await openBrowser(t, { reducedMotion: 'reduce' })).newPage()
  await page.addInitScript(`
    navigator.share = () => window.refuses ? Promise.reject(new Error('closed')) : Promise.resolve()
  `)
  const reports = reportsOf(page)
  await page.goto(`${site.url}/${gif.code}`)
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Copy GIF' }).click()
  await until('the copy', () => reports.length === 1)
  await page.getByRole('button', { name: 'Copy HTML' }).click()
  await until('another copy', () => reports.length === 2)
  await page.evaluate('window.refuses = true')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.evaluate('window.refuses = false')
  await page.getByRole('button', { name: 'Share' }).click()
  await until('the share', () => reports.length === 3)
  const path = `/api/use/${gif.code}`
  assert.deepEqual(reports, [`${path} kind=copy 200`, `${path} kind=copy 200`, `${path} kind=share 200`])
})

test('neither a private GIF nor a copied command is reported', async (t) => {
  const owner = await signedIn(site, {})
  const secret = await site.add({ visibility: 'private', ownerId: owner.account.id })
  const unlisted = await site.add({ visibility: 'unlisted' })
  const browser = await openBrowser(t)
  await owner.enter(browser)
  const page = await browser.newPage()
  const reports = reportsOf(page)
  for (const path of [`/${secret.code}`, `/${unlisted.code}`, '/developers']) {
    await page.goto(site.url + path)
    await page.locator('button[data-copy]').first().click()
    await page.waitForLoadState('networkidle')
  }
  assert.deepEqual(reports, [])
})
