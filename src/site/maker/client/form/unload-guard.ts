/** The ways that lead out of the maker, while it holds what would be lost. */
export class UnloadGuard {
  readonly #form: HTMLFormElement

  constructor(form: HTMLFormElement) {
    this.#form = form
    let hasLeft = false
    form.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('[data-leads-away]') !== null) hasLeft = true
    })
    document.addEventListener('visibilitychange', () => {
      if (hasLeft && document.visibilityState === 'visible') void refreshOptions(form)
    })
  }

  /** Whether the browser asks before the page is left, as there are files that it would not have again. */
  ask(isAsking: boolean): void {
    if (isAsking) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  }

  /** Whether links to other pages leave this one where it is. */
  inNewTab(isNew: boolean): void {
    for (const link of this.#form.querySelectorAll<HTMLAnchorElement>('[data-leads-away]')) {
      for (const [name, value] of Object.entries({ target: '_blank', rel: 'noopener' })) {
        if (isNew) link.setAttribute(name, value)
        else link.removeAttribute(name)
      }
      for (const words of link.querySelectorAll<HTMLElement>('[data-new-tab]')) words.hidden = !isNew
    }
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Who has signed in in another tab may choose here what only accounts may, without loading the page again. */
async function refreshOptions(form: HTMLFormElement): Promise<void> {
  const page = await load(location.href)
  for (const name of ['private', 'watermark_type']) {
    const field = (root: ParentNode) =>
      root.querySelector(`[name="${name}"]:not(:disabled)`)?.closest('.field')
    const closed = form.querySelector(`[name="${name}"]:disabled`)?.closest('.field')
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
