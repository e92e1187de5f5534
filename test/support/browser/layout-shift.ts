import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { CleanUp } from '../clean-up.ts'
import { untilOnPage } from '../until.ts'
import { openBrowser } from './browser.ts'

type Shifts = { sum: number; moved: string[] }

/**
 * Watches every layout shift of the pages that are opened from now on. Returns a function for the sum of those of the current
 * page, which also logs what moved.
 */
export async function watchLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    window.layoutShifts = { sum: 0, moved: [] }
    new PerformanceObserver((list) => {
      const where = ({ x, y, width, height }) => [x, y, width, height].join(' ')
      for (const { value, sources } of list.getEntries()) {
        window.layoutShifts.sum += value
        for (const { node, previousRect, currentRect } of sources)
          window.layoutShifts.moved.push((node?.outerHTML ?? node?.data ?? '?').slice(0, 100) +
            ': ' + where(previousRect) + ' -> ' + where(currentRect))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  // Two frames later, the observer has received every painted shift.
  return async () => {
    const { sum, moved } = await page.evaluate<Shifts>(`new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(window.layoutShifts))))
    })`)
    if (sum > 0) console.error(`Moved on ${page.url()}:\n${moved.join('\n')}`)
    return sum
  }
}

/** Fails if anything on a page with GIFs moves when its media arrive late. */
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
