import { SuggestionList, type Suggestion } from './suggestion-list.ts'

const pauseMs = 120

/** Suggests below the search field while one types: an ARIA 1.2 combobox with a list. */
export function suggestWhileTyping(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-suggest]')
  const input = form?.querySelector<HTMLInputElement>('input[name="q"]')
  if (!form || !input) return
  const list = new SuggestionList(form, input)
  let timer = 0
  let loading: AbortController | undefined

  async function ask(text: string): Promise<void> {
    loading?.abort()
    const mine = new AbortController()
    loading = mine
    try {
      const address = `${form?.dataset.suggest ?? ''}?q=${encodeURIComponent(text)}`
      const response = await fetch(address, { signal: mine.signal, headers: { accept: 'application/json' } })
      const { suggestions } = (await response.json()) as { suggestions?: Suggestion[] }
      if (!mine.signal.aborted && document.activeElement === input) list.show(suggestions ?? [])
    } catch {
      if (!mine.signal.aborted) list.hide()
    }
  }

  function forget(): void {
    clearTimeout(timer)
    loading?.abort()
    list.hide()
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    const text = input.value.trim()
    if (text === '') forget()
    else timer = setTimeout(() => void ask(text), pauseMs)
  })
  input.addEventListener('keydown', (event) => onKey(event, list, () => void ask(input.value.trim())))
  input.addEventListener('blur', forget)
  form.addEventListener('submit', forget)
}

function onKey(event: KeyboardEvent, list: SuggestionList, ask: () => void): void {
  if (event.isComposing) return
  const { key } = event
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault()
    if (list.isOpen) list.move(key === 'ArrowDown' ? 1 : -1)
    else ask()
  } else if (key === 'Escape' && list.isOpen) {
    event.preventDefault()
    list.hide()
  } else if (key === 'Enter' && list.choose()) {
    event.preventDefault()
  }
}
