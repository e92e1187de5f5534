import { isComposingKey, isUnfinished } from './dom.ts'
import { SuggestionList, type Suggestion } from './suggestion-list.ts'

/** The minimum time between two requests. */
const intervalMs = 50

/** The most requests in flight; beyond that the oldest is canceled. */
const maxLoading = 4

/** Shows suggestions below the search field during typing: an ARIA 1.2 combobox with a list. */
export function suggestWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-suggest]')
  const input = form?.querySelector<HTMLInputElement>('input[name="q"]')
  if (!form || !input) return
  const list = new SuggestionList(form, input)
  /** The requests in flight, oldest first. */
  const loading: AbortController[] = []
  let timer = 0
  let askedAt = -Infinity

  /**
   * Requests suggestions for the field's current text, at once or when the interval since the last request has passed.
   */
  function ask(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void load(), Math.max(0, askedAt + intervalMs - performance.now()))
  }

  async function load(): Promise<void> {
    askedAt = performance.now()
    const mine = new AbortController()
    loading.push(mine)
    if (loading.length > maxLoading) loading.shift()?.abort()
    try {
      const suggestions = await fetchSuggestions(mine.signal)
      if (mine.signal.aborted) return
      // Cancels the earlier requests, so that none of their answers replaces this one.
      drop(loading.indexOf(mine))
      loading.shift()
      if (document.activeElement === input) list.show(suggestions)
    } catch {
      if (mine.signal.aborted) return
      if (loading.at(-1) === mine) list.hide()
      loading.splice(loading.indexOf(mine), 1)
    }
  }

  async function fetchSuggestions(signal: AbortSignal): Promise<Suggestion[]> {
    // A trailing space means that the word is complete, so the next word is suggested.
    const text = input?.value.trimStart() ?? ''
    const address = `${form?.dataset.suggest ?? ''}?q=${encodeURIComponent(text)}`
    const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
    const { suggestions = [] } = (await response.json()) as { suggestions?: Suggestion[] }
    return suggestions
  }

  /** Cancels the oldest requests. */
  function drop(count: number): void {
    for (const one of loading.splice(0, count)) one.abort()
  }

  function forget(): void {
    clearTimeout(timer)
    drop(loading.length)
    list.hide()
  }

  input.addEventListener('input', (event) => {
    if (!isUnfinished(event)) ask()
  })
  // Suggests trending searches before anything is typed, but not to people passing by with Tab.
  input.addEventListener('click', () => {
    if (!list.isOpen && input.value.trim() === '') ask()
  })
  input.addEventListener('compositionend', ask)
  input.addEventListener('keydown', (event) => {
    if (isComposingKey(event)) return
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (list.isOpen) list.move(key === 'ArrowDown' ? 1 : -1)
      else ask()
    } else if (key === 'Escape' && list.isOpen) {
      event.preventDefault()
      forget()
    } else if (key === 'Enter' && list.choose()) {
      event.preventDefault()
    }
  })
  input.addEventListener('blur', forget)
  form.addEventListener('submit', forget)
}
