import type { Page } from 'playwright-core'

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
