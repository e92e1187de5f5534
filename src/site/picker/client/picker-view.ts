import type { PickerTexts } from '#texts/picker.ts'
import { type Chips, makeChips } from './chips.ts'
import { type GifGrid, makeGifGrid } from './gif-grid.ts'
import type { FoundGif } from './gif-source.ts'
import { makeElement, makeIcon } from './make-element.ts'

const searchIcon = 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M15.2 15.2L20 20'
const clearIcon = 'M7 7l10 10M17 7L7 17'

/** How far below what is seen more is loaded. */
const aheadPixels = 600

/** What a person does, as the picker hears of it. */
export type ViewActions = {
  choose: (found: FoundGif) => void
  type: (text: string) => void
  /** Enter in the search field. */
  submit: (text: string) => void
  /** Escape in an empty search field. */
  close: () => void
  /** The end of the list is near. */
  reachEnd: () => void
}

export type PickerView = {
  element: HTMLElement
  input: HTMLInputElement
  chips: Chips
  grid: GifGrid
  /** The line above the GIFs; empty for none. */
  note: (text: string) => void
  /** Stands in the place of GIFs, with a button. */
  message: (title: string, hint: string, label: string, act: () => void) => void
  hideMessage: () => void
  announce: (text: string) => void
  scrollToTop: () => void
  isScrolled: () => boolean
  /** Empties the search field, as if nothing had been typed. */
  empty: () => void
  /** Looks again whether the end of the list is near. */
  watchEnd: () => void
  name: (texts: PickerTexts) => void
}

/** Everything that the picker shows, without what it loads. */
export function makePickerView(actions: ViewActions): PickerView {
  const input = makeElement('input', {
    type: 'search',
    part: 'search',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    maxlength: 200,
  })
  const clear = makeElement('button', { type: 'button', class: 'clear', hidden: true }, makeIcon(clearIcon))
  const leave = () => input.focus()
  const chips = makeChips(leave)
  const grid = makeGifGrid({ choose: actions.choose, leave })
  const note = makeElement('p', { class: 'note', hidden: true })
  const message = makeElement('div', { class: 'message', hidden: true })
  const status = makeElement('p', { class: 'hidden', role: 'status' })
  const end = makeElement('div', { class: 'end' })
  const scroller = makeElement(
    'div',
    { class: 'scroller', part: 'results' },
    note,
    grid.element,
    message,
    end,
  )
  const search = makeElement('div', { class: 'search' }, makeIcon(searchIcon), input, clear)
  const element = makeElement(
    'div',
    { class: 'picker', role: 'group' },
    search,
    chips.element,
    scroller,
    status,
  )

  input.addEventListener('input', (event) => {
    showValue()
    // While an input method composes a word, its letters mean nothing yet.
    if (!(event instanceof InputEvent && event.isComposing && !matchMedia('(pointer: coarse)').matches))
      actions.type(input.value)
  })
  input.addEventListener('compositionend', () => actions.type(input.value))
  clear.addEventListener('click', () => {
    empty()
    actions.type('')
    input.focus()
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.keyCode === 229) return
    const { key } = event
    if (key === 'Escape' && input.value === '') return actions.close()
    // The page's own keys do not get what is typed here.
    if (key !== 'Tab') event.stopPropagation()
    if (key === 'Escape') {
      empty()
      actions.type('')
    } else if (key === 'Enter') actions.submit(input.value)
    else if (key !== 'ArrowDown' || !grid.focus()) return
    event.preventDefault()
  })
  new IntersectionObserver(([entry]) => entry?.isIntersecting === true && actions.reachEnd(), {
    root: scroller,
    rootMargin: `${aheadPixels}px`,
  }).observe(end)

  /** What is typed has its own direction; the placeholder that of the page. */
  function showValue(): void {
    clear.hidden = input.value === ''
    input.dir = input.value === '' ? '' : 'auto'
  }

  function empty(): void {
    input.value = ''
    showValue()
  }

  return {
    element,
    input,
    chips,
    grid,
    note(text) {
      note.textContent = text
      note.hidden = text === ''
    },
    message(title, hint, label, act) {
      const button = makeElement('button', { type: 'button', class: 'action', part: 'button' }, label)
      button.addEventListener('click', act)
      message.replaceChildren(
        makeElement('p', { class: 'message-title', dir: 'auto' }, title),
        ...(hint === '' ? [] : [makeElement('p', {}, hint)]),
        button,
      )
      message.hidden = false
      status.textContent = `${title}. ${hint}`
    },
    hideMessage() {
      // Who pressed its button goes on in the search field.
      if (message.contains((message.getRootNode() as ShadowRoot).activeElement)) input.focus()
      message.hidden = true
      message.replaceChildren()
    },
    announce(text) {
      status.textContent = text
    },
    scrollToTop() {
      scroller.scrollTop = 0
    },
    isScrolled: () => scroller.scrollTop > 0,
    empty,
    watchEnd() {
      const distance = end.getBoundingClientRect().top - scroller.getBoundingClientRect().bottom
      if (distance < aheadPixels) actions.reachEnd()
    },
    name(texts) {
      element.setAttribute('aria-label', texts.label)
      input.setAttribute('aria-label', texts.search)
      input.placeholder = texts.search
      clear.setAttribute('aria-label', texts.clear)
      grid.element.setAttribute('aria-label', texts.results)
    },
  }
}
