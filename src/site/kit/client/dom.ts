/** Finds the element of `type` that `selector` matches. Throws without one, since page and module belong together. */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const element = root.querySelector(selector)
  if (element instanceof type) return element
  throw new Error(`the page has no ${selector}`)
}

/** Lets screen readers announce a text at the next pause. All scripts of a page share one live region. */
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
 * Returns true if a key belongs to an input method that is composing a word. Safari ends the composition before it
 * reports the key that ended it, and marks that key only by its code.
 */
export function isComposingKey({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

/**
 * Returns true while an input method is still composing the text of a field. On-screen keyboards compose every word
 * letter by letter, so there every text counts as finished.
 */
export function isUnfinished(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches
}

/** The address of a module that the page loads on demand, for `import()` or a module worker. */
export function moduleAddress(name: string): string {
  const addresses = JSON.parse(document.body.dataset.modules ?? '{}') as Record<string, string | undefined>
  const address = addresses[name]
  if (address === undefined) throw new Error(`the page has no module ${name}`)
  return address
}
