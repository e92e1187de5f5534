/** Cards whose MP4 did not play here. */
const broken = new WeakSet<HTMLAnchorElement>()

/** Plays a card's GIF over its still, shown from its first frame on; gives what plays. */
export function startMoving(card: HTMLAnchorElement): HTMLElement {
  const moving = broken.has(card) ? picture(card) : video(card)
  moving.classList.add('card__moving')
  moving.setAttribute('aria-hidden', 'true')
  card.querySelector('img')?.after(moving)
  return moving
}

/** Takes it away, and lets its memory and its connection go. */
export function stopMoving(moving: HTMLElement): void {
  if (moving instanceof HTMLVideoElement) {
    moving.removeAttribute('src')
    moving.load()
  }
  moving.remove()
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
    if (made.isConnected) made.replaceWith(startMoving(card))
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

function show(moving: HTMLElement): void {
  moving.classList.add('card__moving--shown')
}
