import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Far more than anything takes on a slow machine: only a wait that never ends takes this long. */
export const defaultTimeoutMs = 240_000
const everyMs = 10

/** Waits until a condition holds; fails with `name` after `timeoutMs`. */
export async function until(
  name: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = defaultTimeoutMs,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`still waiting: ${name}`)
    await pause(everyMs)
  }
}

/** Scrolls down by `step` pixels at a time until the grid has loaded the given number of cards. */
export async function scrollToCards(page: Page, count: number, step = 1000): Promise<void> {
  await until(`${count} cards`, async () => {
    if ((await page.locator('.card').count()) >= count) return true
    await page.mouse.wheel(0, step)
    return false
  })
}

/**
 * Waits until an expression holds in the page, evaluated before each frame; fails with it after four minutes. Playwright's own
 * `waitForFunction` needs `eval`, which the policy of the site's pages forbids.
 */
export async function untilOnPage(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const deadline = performance.now() + ${defaultTimeoutMs}
    const look = () => {
      if (${expression}) resolve()
      else if (performance.now() > deadline) reject(new Error(${JSON.stringify(`still waiting: ${expression}`)}))
      else {
        // Also checked on a timer, for a page that is given no frames.
        const timer = setTimeout(() => (cancelAnimationFrame(frame), look()), 250)
        const frame = requestAnimationFrame(() => (clearTimeout(timer), look()))
      }
    }
    look()
  })`)
}
