import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { english } from '#src/site/messages/en/messages.ts'
import { faultsOf } from '../../support/browser/axe.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { markupFaultsOf } from '../../support/browser/html-validity.ts'
import { pageOf } from '../../support/browser/page.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { until } from '../../support/until.ts'

/** HeadlessChrome is a crawler; this is a person's browser. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const searches = async (site: TestSite) =>
  (await site.json('/api/trending-searches')).body.result as unknown as string[]

/** A site where the given number of people have opened the page of a search. */
async function stage(t: TestContext, viewers: number) {
  const site = await startSite(t, { TRUSTED_PROXIES: '127.0.0.1' })
  await site.add({ title: 'An okapi parade' })
  const search = async (q: string, count = 1) => {
    for (let viewer = 1; viewer <= count; viewer++) {
      const headers = { 'x-forwarded-for': `192.0.2.${viewer}`, 'user-agent': userAgent }
      assert.equal((await site.fetch(`/?q=${q}`, { headers })).status, 200)
    }
  }
  await search('okapi', viewers)
  const openPage = async (options: BrowserContextOptions = {}) => {
    const page = await (await openBrowser(t, { reducedMotion: 'reduce', userAgent, ...options })).newPage()
    await page.goto(site.url)
    return { page, field: page.getByRole('combobox', { name: 'Search GIFs' }) }
  }
  return { site, search, openPage }
}

test('frequent searches are linked below the search field, and suggested before anything is typed', async (t) => {
  const { site, openPage } = await stage(t, 5)
  await until('it trends', async () => (await searches(site)).length > 0)
  const plain = await pageOf(site.url)
  assert.match(plain.text('main'), new RegExp(`^${english.browse.trendingSearches} okapi `))
  assert.ok(plain.all('a', 'href').includes('/?q=okapi'))
  assert.deepEqual(await markupFaultsOf(plain.body), [])
  assert.ok((await pageOf(`${site.url}/?q=zebra`)).all('a', 'href').includes('/?q=okapi'))
  assert.doesNotMatch((await pageOf(`${site.url}/?q=parade`)).text('main'), /Trending/)

  const { page, field } = await openPage()
  const options = page.getByRole('listbox').getByRole('option')
  await field.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  assert.equal(await options.count(), 0)
  await field.click()
  await options.first().waitFor()
  assert.deepEqual(await options.allTextContents(), ['okapiTrending'])
  assert.deepEqual(await faultsOf(page), [])
  await field.press('ArrowDown')
  await field.press('Enter')
  await page.waitForURL('**/?q=okapi')
})

test('a search typed on the front page counts when it is submitted, its prefixes never', async (t) => {
  const { site, openPage } = await stage(t, 4)
  const { page, field } = await openPage()
  await field.pressSequentially('oka')
  await page.getByRole('heading', { name: '“oka”' }).waitFor()
  await field.pressSequentially('pi')
  await page.getByRole('heading', { name: '“okapi”' }).waitFor()
  const [report] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/search'),
    field.press('Enter'),
  ])
  assert.equal(report.status(), 204)
  await until('it trends', async () => (await searches(site)).length > 0)
  assert.deepEqual(await searches(site), ['okapi'])
})

test('a search typed on the front page counts when one of its GIFs is opened', async (t) => {
  const { site, openPage } = await stage(t, 4)
  const { page, field } = await openPage({ hasTouch: true, isMobile: true })
  await field.fill('okapi')
  await page.getByRole('heading', { name: '“okapi”' }).waitFor()
  // A browser may drop the report of a page that it leaves at the same moment, as it does when it has little time.
  const reported = page.waitForResponse((response) => new URL(response.url()).pathname === '/search')
  const href = String(await page.locator('.card a').getAttribute('href'))
  await page.route(`**${href}`, async (route) => {
    await reported
    await route.continue()
  })
  await page.locator('.card a').tap()
  assert.equal((await reported).status(), 204)
  await page.getByRole('heading', { name: 'An okapi parade' }).waitFor()
  await until('it trends', async () => (await searches(site)).length > 0)
})

test('loading results during typing, further pages and HEAD count nothing', async (t) => {
  const { site, search } = await stage(t, 4)
  const headers = { 'x-forwarded-for': '192.0.2.50', 'user-agent': userAgent }
  await site.fetch('/?q=okapi', { headers: { ...headers, purpose: 'preview' } })
  await site.fetch('/?q=okapi&page=2', { headers })
  await site.fetch('/?q=okapi', { method: 'HEAD', headers })
  await search('parade', 5)
  await until('the other trends', async () => (await searches(site)).length > 0)
  assert.deepEqual(await searches(site), ['parade'])
})
