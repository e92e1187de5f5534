import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { CleanUp } from '../clean-up.ts'
import { untilOnPage } from '../until.ts'
import { openBrowser } from './browser.ts'

/** Watches every layout shift of the pages that are opened from now on; gives what sums them up on the present one. */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    window.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.layoutShift += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  // Two frames later the observer has heard of all that has been painted.
  return () =>
    page.evaluate<number>(`new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.layoutShift))))
    })`)
}

/** Fails where anything of a page with GIFs moves when its media come late. */
export async function checkLateMedia(
  t: CleanUp,
  address: string,
  viewport: { width: number; height: number },
): Promise<void> {
  const page = await (await openBrowser(t, { viewport })).newPage()
  const shift = await watchLayoutShift(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/media/**', async (route) => held.then(() => route.continue()))
  await page.goto(address, { waitUntil: 'commit' })
  await untilOnPage(
    page,
    `document.querySelector('.grid')?.getBoundingClientRect().height > 0 && scrollY === 0`,
  )
  await untilOnPage(page, `document.readyState !== 'loading'`)
  release()
  await untilOnPage(page, `document.querySelector('video')?.currentTime > 0`)
  assert.equal(await shift(), 0, `${address} at ${viewport.width}`)
  await page.close()
}
