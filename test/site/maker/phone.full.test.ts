import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../../support/browser/browser.ts'
import { chooseFiles, openMaker, untilPreviewed } from '../../support/browser/maker.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startSite } from '../../support/site.ts'

/**
 * Returns true if the focused element is visible: neither outside the screen nor below the button that stays in view.
 */
const isInSight = (page: Page): Promise<boolean> =>
  page.evaluate(`{
    const box = document.activeElement.getBoundingClientRect()
    const at = document.elementFromPoint(box.left + box.width / 2, Math.max(0, box.bottom - 2))
    document.activeElement === document.body ||
      (at !== null && (document.activeElement.contains(at) || at.contains(document.activeElement)) &&
        at.closest('.maker__send') === document.activeElement.closest('.maker__send'))
  }`)

for (const [width, height] of [
  [640, 400],
  [360, 480],
  [360, 740],
] as const) {
  test(`the button covers no focused field at ${width} × ${height}`, async (t) => {
    const { page } = await openMaker(
      await startSite(t),
      await openBrowser(t, { viewport: { width, height } }),
    )
    await chooseFiles(page, await makeVideo(t, { seconds: 2 }))
    await untilPreviewed(page)
    await page.locator('[data-start-over]').focus()
    const steps: string[] = []
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 90)')
      steps.push(name)
      assert.ok(await isInSight(page), name)
      if (name.includes('submit')) break
    }
    assert.match(steps.at(-1) ?? '', /submit/)
  })
}

test('on touch-only devices, nobody is asked to drop anything', async (t) => {
  const site = await startSite(t)
  const finger = await openBrowser(t, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  const { page } = await openMaker(site, finger)
  await page.getByText('Choose a video or pictures', { exact: true }).waitFor()
  assert.equal(await page.getByText('Drop a video or pictures here').isVisible(), false)
  const { page: wide } = await openMaker(site, await openBrowser(t))
  await wide.getByText('Drop a video or pictures here').waitFor()
})
