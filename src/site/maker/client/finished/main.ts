import { offerCopying } from '../../../kit/client/copy-buttons.ts'
import { find } from '../../../kit/client/dom.ts'
import { storeShownKey } from '../../../kit/client/made-gifs.ts'
import { startPlayers } from '../../../kit/client/player.ts'
import { offerSharing } from '../../../kit/client/share.ts'

/** Makes the player and the buttons of a finished GIF work; those that copy work on every page. */
export function startFinished(): void {
  startPlayers()
  offerSharing()
  storeShownKey()
}

/**
 * Shows the finished GIF of a task in place of the maker, as its page would: `address` is that of the page. Where there is
 * no GIF on that page, or it does not come, the browser goes there.
 */
export async function showFinished(page: HTMLElement, address: string): Promise<void> {
  const made = await loadFinished(address)
  if (made === null) return location.replace(address)
  const result = find(page, '[data-result]', HTMLElement)
  // The GIF is shown in a box as large as that of its preview, at the same place.
  const stage = find(page, '[data-stage]', HTMLElement)
  const top = stage.getBoundingClientRect().top - page.getBoundingClientRect().top
  result.style.setProperty('--stage-top', `${Math.round(top)}px`)
  for (const name of ['--aspect', '--stage-size'])
    result.style.setProperty(name, stage.style.getPropertyValue(name))
  result.replaceChildren(document.adoptNode(made.article))
  for (const part of page.children) if (part instanceof HTMLElement) part.hidden = part !== result
  document.title = made.title
  offerCopying()
  startFinished()
  const heading = find(result, 'h1', HTMLElement)
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  scrollTo(0, 0)
}

async function loadFinished(address: string): Promise<{ article: Element; title: string } | null> {
  try {
    const response = await fetch(address)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const article = page.querySelector('[data-made]')
    return article === null ? null : { article, title: page.title }
  } catch {
    // The connection was lost: the browser says so when it goes there.
    return null
  }
}
