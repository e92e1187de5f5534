/** The element of `type` that `selector` matches. Throws when the page has none: page and module belong together. */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const element = root.querySelector(selector)
  if (element instanceof type) return element
  throw new Error(`the page has no ${selector}`)
}

/** Has screen readers read a text aloud when there is a pause. Each script of a page shares the one live region. */
export function announce(text: string): void {
  let region = document.querySelector('[data-announcer]')
  if (!region) {
    region = document.createElement('p')
    region.className = 'visually-hidden'
    region.setAttribute('role', 'status')
    region.setAttribute('data-announcer', '')
    document.body.append(region)
  }
  region.textContent = text
}

/** Shows a text at the bottom of the window, hidden from screen readers. Returns a function that removes it. */
export function showToast(text: string): () => void {
  const toast = document.createElement('p')
  toast.className = 'toast'
  toast.setAttribute('aria-hidden', 'true')
  toast.textContent = text
  document.body.append(toast)
  return () => toast.remove()
}

/**
 * Whether a key belongs to an input method, which composes a word with it. Safari ends the composition before it tells
 * of the key that ended it, and marks that key by its code alone.
 */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

/**
 * Whether the text of a field is unfinished, as an input method still composes it. The keyboards of touch screens
 * compose every word, letter by letter: there the text counts as it is.
 */
export function isUnfinished(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches
}

/** The address of a module that the page loads once it is needed: for `import()`, or for `new Worker(address, { type: 'module' })`. */
export function moduleAddress(name: string): string {
  const addresses = JSON.parse(document.body.dataset.modules ?? '{}') as Record<string, string | undefined>
  const address = addresses[name]
  if (address === undefined) throw new Error(`the page has no module ${name}`)
  return address
}
