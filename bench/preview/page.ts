import type { Page } from 'playwright-core'

export type Seen = {
  /** From the change to the first GIF on the screen, and to the whole one. */
  firstMs: number
  wholeMs: number
  isHalfFirst: boolean
  /** The time that the encoder needed for the whole GIF in its worker. */
  encodeMs: number
  said: string
}

/** The part of the page that is used here. */
type Field = { value: string; checked: boolean; dispatchEvent: (event: object) => void }
declare const document: {
  querySelector: (
    selector: string,
  ) => (Field & { dataset: Record<string, string>; textContent: string }) | null
}
declare const MutationObserver: new (changed: () => void) => {
  observe: (target: object, options: object) => void
  disconnect: () => void
}
declare const requestAnimationFrame: (then: () => void) => void

/**
 * Sets fields of the maker like a person, and waits for the resulting GIF. Nothing is shown again if nothing changes.
 */
export function change(page: Page, fields: Record<string, string | boolean>): Promise<Seen> {
  return page.evaluate((fields) => {
    const preview = document.querySelector('[data-preview]')
    if (preview === null) throw new Error('the page has no preview')
    const set = (name: string, value: string | boolean) => {
      const choice = document.querySelector(`[name="${name}"][value="${String(value)}"][type="radio"]`)
      const field = choice ?? document.querySelector(`[name="${name}"]:not([type="file"], [type="radio"])`)
      if (field === null) throw new Error(`there is no field ${name}`)
      if (choice !== null) field.checked = true
      else if (typeof value === 'boolean') field.checked = value
      else field.value = value
      return field
    }
    return new Promise<Seen>((resolve) => {
      const began = performance.now()
      let firstMs = 0
      const watcher = new MutationObserver(() => {
        const { state } = preview.dataset
        if (state !== 'partial' && state !== 'whole') return
        // It is on the screen after the next frame of the page.
        const seen = () =>
          requestAnimationFrame(() => {
            if (firstMs === 0) firstMs = performance.now() - began
            if (state !== 'whole') return
            watcher.disconnect()
            resolve({
              firstMs,
              wholeMs: performance.now() - began,
              isHalfFirst: wasHalf,
              encodeMs: Number(preview.dataset.encodeMs),
              said: document.querySelector('[data-size]')?.textContent ?? '',
            })
          })
        if (state === 'partial') wasHalf = true
        requestAnimationFrame(seen)
      })
      let wasHalf = false
      watcher.observe(preview, { attributes: true, attributeFilter: ['data-state'] })
      for (const [name, value] of Object.entries(fields))
        set(name, value).dispatchEvent(new Event('change', { bubbles: true }))
    })
  }, fields)
}
