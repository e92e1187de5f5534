import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newGif, newTask, publishClaimed } from '../../contract/stores.ts'
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

test('recent GIFs are followed until they are ready or failed, and then link there', async (t) => {
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
      'an ended task is not requested again',
    )
    await page.goBack()
    await page.getByRole('link', { name: 'Bad one' }).click()
    await page.getByText('The file could not be decoded.').first().waitFor()
  })
})
