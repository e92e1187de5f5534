/** The cards whose MP4 did not play in this browser. */
const broken = new WeakSet<HTMLAnchorElement>()

/** Plays a card's GIF over its still, visible from its first frame. Returns the playing element. */
export function startAnimation(card: HTMLAnchorElement): HTMLElement {
  const element = broken.has(card) ? picture(card) : video(card)
  element.classList.add('card__moving')
  element.setAttribute('aria-hidden', 'true')
  card.querySelector('img')?.after(element)
  return element
}

/** Removes the element and releases its memory and connection. */
export function stopAnimation(element: HTMLElement): void {
  if (element instanceof HTMLVideoElement) {
    element.removeAttribute('src')
    element.load()
  }
  element.remove()
}

function video(card: HTMLAnchorElement): HTMLElement {
  const made = document.createElement('video')
  made.muted = true
  made.loop = true
  made.playsInline = true
  made.autoplay = true
  made.tabIndex = -1
  made.addEventListener('playing', () => show(made), { once: true })
  made.addEventListener('error', () => {
    if (!made.getAttribute('src')) return
    broken.add(card)
    if (made.isConnected) made.replaceWith(startAnimation(card))
  })
  made.src = card.dataset.mp4 ?? ''
  return made
}

function picture(card: HTMLAnchorElement): HTMLElement {
  const made = document.createElement('img')
  made.alt = ''
  made.addEventListener('load', () => show(made), { once: true })
  made.src = card.dataset.webp ?? ''
  return made
}

function show(element: HTMLElement): void {
  element.classList.add('card__moving--shown')
}
