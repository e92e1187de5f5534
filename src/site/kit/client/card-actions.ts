import { kitTexts } from '#texts/kit.ts'
import { countUse } from './share.ts'
import { announce } from './dom.ts'

const shownMs = 2000

/** Copies links and toggles favorites without leaving the page, also for cards added later. */
export function offerCardActions(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const act = form.matches('[data-copy-link]')
      ? copyLink
      : form.matches('[data-favorite]')
        ? toggleFavorite
        : null
    if (act === null) return
    event.preventDefault()
    // If it fails, the page that the form leads to does the same.
    act(form).catch(() => form.submit())
  })
}

/** Copies the link of a card. Rejects if the browser refuses the clipboard, as it does over plain http. */
async function copyLink(form: HTMLFormElement): Promise<void> {
  const address = new URL(form.action)
  address.hash = ''
  await navigator.clipboard.writeText(address.href)
  countUse(form, 'copy')
  announce(kitTexts.copied)
  const use = form.querySelector('use')
  use?.setAttribute('href', '#icon-check')
  setTimeout(() => {
    use?.setAttribute('href', '#icon-link')
    announce('')
  }, shownMs)
}

async function toggleFavorite(form: HTMLFormElement): Promise<void> {
  const values = new FormData(form)
  const isFavorite = values.get('favorite') === '1'
  const response = await fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams({ favorite: isFavorite ? '1' : '0' }),
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  for (const same of document.querySelectorAll<HTMLFormElement>('form[data-favorite]')) {
    if (same.action === form.action) show(same, isFavorite)
  }
  announce(isFavorite ? kitTexts.favoriteAdded : kitTexts.favoriteRemoved)
}

/** Shows the state by attributes, which the browser's history keeps with the page. */
function show(form: HTMLFormElement, isFavorite: boolean): void {
  form.querySelector('input')?.setAttribute('value', isFavorite ? '0' : '1')
  form.querySelector('button')?.setAttribute('aria-pressed', String(isFavorite))
}
