/** Lines of 24 by 24 units. */
const lines = {
  forward: 'M12 19V5m-6 6 6-6 6 6',
  backward: 'M12 5v14m-6-6 6 6 6-6',
  duplicate: 'M9 9h10v10H9zM5 15V5h10',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const

/** The icon of a button, which the button itself names. */
export function iconOf(name: keyof typeof lines): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', lines[name])
  svg.append(path)
  return svg
}
