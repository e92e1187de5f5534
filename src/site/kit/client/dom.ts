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
