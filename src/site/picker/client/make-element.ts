type Attributes = Record<string, string | number | boolean>

/**
 * Creates an element with attributes and children; a `false` attribute is omitted, `true` is empty. Markup is never parsed,
 * so pages that require Trusted Types can use the picker.
 */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  setAttributes(element, attributes)
  element.append(...children)
  return element
}

/** A line icon in a square of 24, without an accessible name. */
export function makeIcon(path: string): SVGElement {
  const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  setAttributes(icon, { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' })
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  line.setAttribute('d', path)
  icon.append(line)
  return icon
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
}
