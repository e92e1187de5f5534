import { makeElement } from './make-element.ts'

export type Chip = { text: string; isCurrent: boolean; choose: () => void; icon?: SVGElement }

export type Chips = {
  element: HTMLElement
  show(label: string, chips: readonly Chip[]): void
}

/** A row of buttons with one tab stop; the arrow keys move between them. Calls `leave` on Escape. */
export function makeChips(leave: () => void): Chips {
  const row = makeElement('div', { class: 'chips', role: 'toolbar' })
  const element = makeElement('div', { class: 'chips-frame' }, row)
  const buttons = () => [...row.querySelectorAll('button')]

  row.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      return leave()
    }
    const all = buttons()
    const isRightToLeft = getComputedStyle(row).direction === 'rtl'
    const at = all.findIndex((button) => button === event.target)
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
    const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: all.length - 1 }[event.key]
    const button = to === undefined ? undefined : all[(to + all.length) % all.length]
    if (at < 0 || !button) return
    event.preventDefault()
    event.stopPropagation()
    makeActive(button)
    button.focus()
  })

  // Most mouse wheels only scroll vertically.
  row.addEventListener(
    'wheel',
    (event) => {
      const hasRoom = row.scrollWidth > row.clientWidth
      if (!hasRoom || event.deltaX !== 0 || event.ctrlKey) return
      event.preventDefault()
      row.scrollLeft += getComputedStyle(row).direction === 'rtl' ? -event.deltaY : event.deltaY
    },
    { passive: false },
  )

  function makeActive(active: HTMLButtonElement): void {
    for (const button of buttons()) button.tabIndex = button === active ? 0 : -1
  }

  return {
    element,
    show(label, chips) {
      row.setAttribute('aria-label', label)
      const isSame = buttons()
        .map((button) => button.textContent)
        .join('\n')
      if (isSame !== chips.map(({ text }) => text).join('\n')) {
        row.replaceChildren(...chips.map(makeChip))
        row.scrollLeft = 0
      }
      const all = buttons()
      for (const [index, { isCurrent }] of chips.entries())
        all[index]?.setAttribute('aria-pressed', String(isCurrent))
      const active = all[chips.findIndex(({ isCurrent }) => isCurrent)] ?? all[0]
      if (active) makeActive(active)
    },
  }
}

function makeChip({ text, choose, icon }: Chip): HTMLButtonElement {
  const label = makeElement('span', { dir: 'auto' }, text)
  const button = makeElement(
    'button',
    { type: 'button', class: 'chip', part: 'chip' },
    ...(icon ? [icon] : []),
    label,
  )
  button.addEventListener('click', choose)
  return button
}
