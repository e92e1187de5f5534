/** The element of `type` that `selector` matches. Throws when the page has none: page and module belong together. */
export function find<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
  const element = root.querySelector(selector)
  if (element instanceof type) return element
  throw new Error(`the page has no ${selector}`)
}
