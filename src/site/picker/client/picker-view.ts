import type { PickerTexts } from '#texts/picker.ts'
import { type Chips, makeChips } from './chips.ts'
import { type GifGrid, makeGifGrid } from './gif-grid.ts'
import type { FoundGif } from './gif-source.ts'
import { makeElement, makeIcon } from './make-element.ts'

const searchIcon = 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13M15.2 15.2L20 20'
const clearIcon = 'M7 7l10 10M17 7L7 17'

/** The distance below the visible part at which more is loaded. */
const aheadPixels = 600

/** The handlers for the visitor's actions. */
export type ViewActions = {
  choose: (found: FoundGif) => void
  type: (text: string) => void
  /** Called on Enter in the search field. */
  submit: (text: string) => void
  /** Called on Escape in an empty search field. */
  close: () => void
  /** Called near the end of the list. */
  reachEnd: () => void
}

export type PickerView = {
  element: HTMLElement
  input: HTMLInputElement
  chips: Chips
  grid: GifGrid
  /** Sets the line above the GIFs; an empty text removes it. */
  note: (text: string) => void
  /** Shows a message with a button in place of the GIFs. */
  message: (title: string, hint: string, label: string, act: () => void) => void
  hideMessage: () => void
  announce: (text: string) => void
  scrollToTop: () => void
  isScrolled: () => boolean
  /** Clears the search field. */
  empty: () => void
  /** Checks again if the end of the list is near. */
  watchEnd: () => void
  name: (texts: PickerTexts) => void
}

/** The user interface of the picker, without loading. */
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
    // Ignores the letters of a word that an input method is still composing.
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
    // Keeps the page's own keyboard shortcuts from reacting.
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

  /** Sets the writing direction: typed text has its own, the placeholder that of the page. */
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
      // Moves the focus from the removed button to the search field.
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
