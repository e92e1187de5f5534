import { offerCardActions } from './card-actions.ts'
import { offerCopying } from './copy-buttons.ts'
import { suggestWhileTyping } from './suggestions.ts'

hideDoneNotice()
offerCopying()
offerCardActions()
closeMenus()
clearStorageOnSignOut()
suggestWhileTyping()
focusError()
registerShareWorker()
changeLanguageAtOnce()

/** Removes `done` from the address, so that reloading the page does not repeat its notice. */
function hideDoneNotice(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('done')) return
  address.searchParams.delete('done')
  address.searchParams.delete('count')
  history.replaceState(history.state, '', address)
}

/** Closes an open menu on a press outside it and on Escape, which returns the focus to its button. */
function closeMenus(): void {
  const openMenus = () => document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')
  addEventListener('keydown', ({ key }) => {
    const menu = [...openMenus()].at(-1)
    if (key !== 'Escape' || !menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  addEventListener('pointerdown', ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
}

/** Clears the browser's storage on sign-out, as someone else may use the browser next. */
function clearStorageOnSignOut(): void {
  document.querySelector('form[data-sign-out]')?.addEventListener('submit', () => {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith('gifwright.')) storage.removeItem(key)
    }
  })
}

/** Changes the language as soon as one is chosen, without a button. */
function changeLanguageAtOnce(): void {
  const choice = document.querySelector<HTMLSelectElement>('[data-language]')
  const submit = document.querySelector<HTMLButtonElement>('[data-language-submit]')
  if (!choice || !submit) return
  choice.addEventListener('change', () => choice.form?.requestSubmit(submit))
}

/** Moves the focus to the invalid field, or else to the message about the error. */
function focusError(): void {
  const field = document.querySelector<HTMLElement>('[aria-invalid="true"]')
  const summary = document.querySelector<HTMLElement>('[data-focus]')
  ;(field ?? summary)?.focus()
}

/** Registers the worker that handles shared sources, but only if the site is installed, as nobody else needs it. */
function registerShareWorker(): void {
  if (!('serviceWorker' in navigator)) return
  if (matchMedia('(display-mode: standalone)').matches) void register()
  addEventListener('appinstalled', () => void register())
}

async function register(): Promise<void> {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href
  if (manifest === undefined) return
  const [script, scope] = [new URL('share-worker.js', manifest), new URL('share', manifest)]
  // Without the worker, sharing still opens the maker, but without the shared source.
  await navigator.serviceWorker.register(script, { scope: scope.pathname }).catch(() => undefined)
}
