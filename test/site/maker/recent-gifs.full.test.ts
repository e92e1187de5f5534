import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newTask } from '../../contract/stores.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { type TestSite, startSite } from '../../support/site.ts'

/** The page of the maker in a browser that has sent these tasks. */
async function openWith(page: Page, site: TestSite, tasks: { id: string; title: string }[]) {
  await page.goto(site.url)
  const recent = tasks.map((task) => ({ ...task, time: Date.now() }))
  await page.evaluate(`localStorage.setItem('gifwright.recent', ${JSON.stringify(JSON.stringify(recent))})`)
  await page.goto(`${site.url}/create`)
  return page.getByRole('listitem').filter({ has: page.locator('.recent__link') })
}

test('recent GIFs are followed again once the connection is back or the page is visible again', async (t) => {
  const site = await startSite(t)
  const task = newTask()
  const page = await (await openBrowser(t)).newPage()
  await page.clock.install()
  await site.withStores(async ({ tasks }) => {
    await tasks.submissions.add(task, 1000)
    const items = await openWith(page, site, [{ id: task.id, title: 'A frog' }])
    await items.getByText('in the queue').waitFor()
    await page.route('**/api/status/**', (route) => route.abort())
    await items.getByText('no connection').waitFor()
    await page.unroute('**/api/status/**')
    await page.evaluate("dispatchEvent(new Event('online'))")
    await items.getByText('in the queue').waitFor()

    // While the page is hidden no request is sent.
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await hide(true)
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('/api/status/') ? 1 : 0))
    for (let minute = 0; minute < 3; minute++) await page.clock.fastForward(60_000)
    // One may have been on its way.
    assert.ok(asked <= 1, String(asked))
    const claim = await tasks.claims.claim('test', 600_000)
    assert.ok(claim)
    await tasks.claims.renewLease(claim, 600_000, { fraction: 0.5, step: 'rendering' })
    await hide(false)
    await items.getByText('50 %').waitFor()
  })
})

test('for any number of GIFs in the list, the service is asked about one at a time', async (t) => {
  const site = await startSite(t)
  const tasks = Array.from({ length: 10 }, () => newTask())
  await site.withStores(async (stores) => {
    for (const task of tasks) await stores.tasks.submissions.add(task, 1000)
  })
  const page = await (await openBrowser(t)).newPage()
  let [open, most, all] = [0, 0, 0]
  await page.route('**/api/status/**', async (route) => {
    open++
    all++
    most = Math.max(most, open)
    await route.continue()
    open--
  })
  const items = await openWith(
    page,
    site,
    tasks.map(({ id }, index) => ({ id, title: `Frog ${index}` })),
  )
  for (const item of await items.all()) await item.getByText('in the queue').waitFor()
  assert.equal(most, 1)
  assert.ok(all < 2 * tasks.length, String(all))
})
