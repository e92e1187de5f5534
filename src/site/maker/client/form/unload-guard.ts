/** Guards against leaving the maker while it holds something that would be lost. */
export class UnloadGuard {
  readonly #form: HTMLFormElement

  constructor(form: HTMLFormElement) {
    this.#form = form
    let hasLeft = false
    form.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('[data-leave-link]') !== null) hasLeft = true
    })
    document.addEventListener('visibilitychange', () => {
      if (hasLeft && document.visibilityState === 'visible') void refreshOptions(form)
    })
  }

  /** Whether the browser asks before the page is left: files would have to be chosen again. */
  ask(isAsking: boolean): void {
    if (isAsking) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  }

  /** Whether links to other pages open in a new tab. */
  inNewTab(isNew: boolean): void {
    for (const link of this.#form.querySelectorAll<HTMLAnchorElement>('[data-leave-link]')) {
      for (const [name, value] of Object.entries({ target: '_blank', rel: 'noopener' })) {
        if (isNew) link.setAttribute(name, value)
        else link.removeAttribute(name)
      }
      for (const hint of link.querySelectorAll<HTMLElement>('[data-new-tab]')) hint.hidden = !isNew
    }
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Enables the options of accounts for people who signed in in another tab, without reloading the page. */
async function refreshOptions(form: HTMLFormElement): Promise<void> {
  const page = await load(location.href)
  for (const name of ['visibility', 'watermark_type']) {
    const field = (root: ParentNode) =>
      root.querySelector(`[name="${name}"]:not(:disabled)`)?.closest('.field')
    const closed =
      form.querySelector(`[data-closed="${name}"]`) ??
      form.querySelector(`[name="${name}"]:disabled`)?.closest('.field')
    const open = page === null ? null : field(page)
    if (!closed || !open) continue
    const hasFocus = closed.contains(document.activeElement)
    closed.replaceWith(open)
    if (hasFocus) open.querySelector('input')?.focus()
  }
}

async function load(address: string): Promise<Document | null> {
  try {
    const response = await fetch(address)
    return new DOMParser().parseFromString(await response.text(), 'text/html')
  } catch {
    return null
  }
}
