import type { Page } from 'playwright-core'

type Point = { x: number; y: number }

/**
 * A finger on the page, as the browser receives it from the screen: it scrolls, and touched elements get its events.
 */
export async function fingerOn(page: Page): Promise<{
  down: (at: Point) => Promise<void>
  /** Moves there in the given number of steps. */
  to: (at: Point, steps?: number) => Promise<void>
  up: () => Promise<void>
}> {
  const client = await page.context().newCDPSession(page)
  let now: Point = { x: 0, y: 0 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: async (at) => {
      now = at
      await send('touchStart', [at])
    },
    to: async (at, steps = 8) => {
      const from = now
      for (let step = 1; step <= steps; step++) {
        now = { x: from.x + ((at.x - from.x) * step) / steps, y: from.y + ((at.y - from.y) * step) / steps }
        await send('touchMove', [now])
      }
    },
    up: async () => {
      await send('touchEnd', [])
    },
  }
}

/** Resolves when the page stops gliding: until then a touch only stops it. */
export async function untilScrolled(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let [last, frames] = [scrollY, 0]
    const look = () => {
      frames = scrollY === last ? frames + 1 : 0
      last = scrollY
      if (frames > 15) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })`)
}

/** A phone, for `openBrowser`. */
export const phone = {
  viewport: { width: 390, height: 760 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
}
