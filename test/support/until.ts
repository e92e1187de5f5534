import type { Page } from 'playwright-core'

/** Waits until an expression holds in the page, looked at before each frame. The page's own policy allows no eval. */
export async function until(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => (${expression}) ? resolve() : requestAnimationFrame(look)
    look()
  })`)
}
