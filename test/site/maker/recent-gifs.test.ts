import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { publishClaimed, newGif, newTask } from '../../contract/stores.ts'
import { openBrowser } from '../../support/browser/browser.ts'
import { startSite, type TestSite } from '../../support/site.ts'

/** The page of the maker in a browser that has sent these tasks. */
async function openWith(page: Page, site: TestSite, tasks: { id: string; title: string }[]) {
  await page.goto(site.url)
  const recent = tasks.map((task) => ({ ...task, time: Date.now() }))
  await page.evaluate(`localStorage.setItem('gifwright.recent', ${JSON.stringify(JSON.stringify(recent))})`)
  await page.goto(`${site.url}/create`)
  return page.getByRole('listitem').filter({ has: page.locator('.recent__link') })
}

test('recent GIFs are followed until they are ready or failed, and then lead there', async (t) => {
  const site = await startSite(t)
  const [good, bad] = [newTask(), newTask()]
  const page = await (await openBrowser(t)).newPage()
  await site.withStores(async ({ tasks, unitOfWork }) => {
    await tasks.submissions.add(good, 1000)
    const first = await tasks.claims.claim('test', 600_000)
    assert.ok(first)
    await tasks.claims.renewLease(first, 600_000, { fraction: 0.25, step: 'rendering' })
    await tasks.submissions.add(bad, 1000)
    const items = await openWith(page, site, [
      { id: good.id, title: 'Good one' },
      { id: bad.id, title: 'Bad one' },
    ])
    const item = (title: string) => items.filter({ hasText: title })
    await item('Good one').getByText('25 %').waitFor()
    await item('Bad one').getByText('in the queue').waitFor()

    await tasks.claims.renewLease(first, 600_000, { fraction: 0.75, step: 'rendering' })
    await item('Good one').getByText('75 %').waitFor()
    const second = await tasks.claims.claim('test', 600_000)
    assert.ok(second)
    await tasks.claims.fail(second, { code: 'media_broken', message: 'The file could not be decoded.' })
    await item('Bad one').getByText('could not be made').waitFor()
    await publishClaimed({ unitOfWork }, first, newGif({ code: good.code, title: 'Good one' }))
    await item('Good one').getByText('ready').waitFor()
    await page.getByRole('status').getByText('Good one is ready').waitFor({ state: 'attached' })

    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.getByRole('link', { name: 'Good one' }).click()
    await page.getByRole('heading', { name: 'Good one' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/${good.code}`)
    assert.deepEqual(
      asked.filter((url) => url.includes('/api/status/')),
      [],
      'what has ended is not asked about again',
    )
    await page.goBack()
    await page.getByRole('link', { name: 'Bad one' }).click()
    await page.getByText('The file could not be decoded.').first().waitFor()
  })
})

test('recent GIFs are followed again once the connection is back or the page is seen again', async (t) => {
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

    // While the page is hidden nothing is asked.
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

test('however many GIFs are in the list, the service is asked about them one at a time', async (t) => {
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
