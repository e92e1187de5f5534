import type { Page } from 'playwright-core'

const timeoutMs = 60_000

/**
 * Waits until an expression holds in the page, looked at before each frame; fails with it after a generous while. The
 * page's own policy allows no eval.
 */
export async function until(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const deadline = performance.now() + ${timeoutMs}
    const look = () => {
      if (${expression}) resolve()
      else if (performance.now() > deadline) reject(new Error(${JSON.stringify(`still waiting: ${expression}`)}))
      else {
        // A page that is given no frames is looked at all the same.
        const timer = setTimeout(() => (cancelAnimationFrame(frame), look()), 250)
        const frame = requestAnimationFrame(() => (clearTimeout(timer), look()))
      }
    }
    look()
  })`)
}
