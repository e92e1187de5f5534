import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseVideo, hasFocus, nextInQueue, openMaker } from '../../support/browser/maker.ts'
import { isFullRun } from '../../support/full-run.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

for (const place of isFullRun ? (['maker', 'page of the task'] as const) : (['maker'] as const)) {
  test(`in the ${place} a double click sends once, and a lost connection is reported until it is back`, async (t) => {
    const site = await startSite(t)
    const { page } = await openMaker(site, await openBrowser(t))
    let sent = 0
    page.on('request', (request) => (sent += request.method() === 'POST' ? 1 : 0))
    await chooseVideo(page, await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 5 }))
    await page.getByRole('button', { name: 'Make GIF' }).dblclick()
    const next = nextInQueue(page)
    await next.waitFor()
    assert.ok(await hasFocus(next))
    assert.equal(sent, 1)
    if (place !== 'maker') await page.reload()
    await next.waitFor()
    const stay = page.getByText('You can leave this page and come back')
    assert.ok(await stay.isVisible())
    await page.route('**/api/status/**', (route) => route.abort())
    await page.evaluate("dispatchEvent(new Event('offline'))")
    await page.getByRole('heading', { name: 'No connection. Trying again …' }).waitFor()
    assert.ok(await stay.isVisible())
    await page.unroute('**/api/status/**')
    await next.waitFor()
    await site.withStores(async ({ tasks }) => {
      const claim = await tasks.claims.claim('test', 60_000)
      assert.ok(claim)
      await tasks.claims.renewLease(claim, 60_000, { fraction: 0.5, step: 'rendering' })
      await page.getByRole('heading', { name: 'Making your GIF', level: 2 }).waitFor()
      assert.ok(await stay.isVisible())
    })
  })
}
