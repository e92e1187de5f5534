import { browseTexts } from '#texts/browse.ts'
import { announce } from '../../kit/client/dom.ts'
import { isLink, keepShared, type Shared } from '../../kit/client/shared-source.ts'

/** Opens the maker with files and links dropped or pasted anywhere on the page; calls `leave` first. */
export function openDropsInMaker(leave: () => void): void {
  const overlay = document.createElement('p')
  overlay.className = 'drop-here'
  overlay.setAttribute('aria-hidden', 'true')
  document.body.append(overlay)
  const say = (text: string) => {
    // A drag fires this event continuously.
    if (overlay.textContent === text) return
    overlay.textContent = text
    announce(text)
  }

  const open = async (source: Shared) => {
    say(browseTexts.opening)
    try {
      await keepShared(source)
      leave()
      location.assign(maker())
    } catch {
      say(browseTexts.notOpened)
    }
  }

  let isFromPage = false
  const isSource = ({ dataTransfer }: DragEvent) =>
    !isFromPage && dataTransfer?.types.some((type) => type === 'Files' || type === 'text/uri-list') === true
  // A dragged card of this page is a link, too.
  document.addEventListener('dragstart', () => (isFromPage = true))
  document.addEventListener('dragend', () => (isFromPage = false))
  document.addEventListener('dragover', (event) => {
    if (!isSource(event)) return
    event.preventDefault()
    say(browseTexts.dropHere)
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) say('')
  })
  document.addEventListener('drop', (event) => {
    if (!isSource(event)) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    const link = event.dataTransfer?.getData('text/uri-list').split('\n')[0]?.trim() ?? ''
    if (files.length > 0) void open({ files, link: '' })
    else if (isLink(link)) void open({ files, link })
    else say('')
  })
  document.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const text = event.clipboardData?.getData('text').trim() ?? ''
    if (files.length === 0 && (!isLink(text) || event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    void open({ files, link: files.length > 0 ? '' : text })
  })
  // On return from the maker, the browser may restore the page as it was.
  addEventListener('pageshow', () => say(''))
}

/** The address of the maker, relative to the manifest, which is at the root of the site. */
function maker(): URL {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')?.href
  return new URL('create', manifest ?? location.href)
}
