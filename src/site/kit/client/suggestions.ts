import { isComposingKey, isUnfinished } from './dom.ts'
import { SuggestionList, type Suggestion } from './suggestion-list.ts'

/** The least time between two requests. */
const intervalMs = 50

/** Requests that may wait for their answers at once; with more the oldest is given up. */
const maxLoading = 4

/** Suggests below the search field while one types: an ARIA 1.2 combobox with a list. */
export function suggestWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-suggest]')
  const input = form?.querySelector<HTMLInputElement>('input[name="q"]')
  if (!form || !input) return
  const list = new SuggestionList(form, input)
  /** What is asked for, the oldest first. */
  const loading: AbortController[] = []
  let timer = 0
  let askedAt = -Infinity

  /** Asks at once, or as soon as the interval since the last request is over, for what is then in the field. */
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
      // The answers to what was typed before are not waited for any more, so that none replaces this one.
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
    // A space at the end says that the word is whole, and the next one is completed.
    const text = input?.value.trimStart() ?? ''
    const address = `${form?.dataset.suggest ?? ''}?q=${encodeURIComponent(text)}`
    const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
    const { suggestions = [] } = (await response.json()) as { suggestions?: Suggestion[] }
    return suggestions
  }

  /** Gives up the oldest requests. */
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
  // Before anything is typed, what is trending is suggested, but not to those who only pass by with Tab.
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
