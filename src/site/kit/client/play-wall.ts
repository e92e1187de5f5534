import { kitTexts } from '../../messages/client/kit.ts'
import { isPaused, mayPlay, onMotionChange, setPaused } from './motion.ts'
import { startMoving, stopMoving } from './moving.ts'

/** More at once tire small machines; those nearest to the middle of the window play. */
const mostAtOnce = matchMedia('(max-width: 48rem)').matches ? 8 : 24

export type Wall = {
  /** Looks again for the cards that the page has, and for the button that pauses them. */
  refresh: () => void
  /** Stops all that plays, before the page is left. */
  stopAll: () => void
}

/** Plays the GIFs of the wall that are in view, and the one that is pointed at; stills where the visitor prefers them. */
export function playWall(): Wall {
  const moving = new Map<HTMLAnchorElement, HTMLElement>()
  const inView = new Set<HTMLAnchorElement>()
  const watched = new WeakSet<Element>()
  let pointed: HTMLAnchorElement | null = null

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!(target instanceof HTMLAnchorElement)) continue
        if (isIntersecting && target.isConnected) inView.add(target)
        else inView.delete(target)
      }
      settle()
    },
    { threshold: 0.25 },
  )

  function settle(): void {
    const wanted = wantedNow()
    for (const card of moving.keys()) if (!wanted.has(card)) stop(card)
    for (const card of wanted) if (!moving.has(card)) moving.set(card, startMoving(card))
  }

  function wantedNow(): Set<HTMLAnchorElement> {
    if (!mayPlay()) return new Set()
    const byThemselves = isPaused() ? [] : [...inView].filter((card) => !card.closest('.card--nsfw'))
    const nearest = byThemselves
      .map((card) => ({ card, distance: distanceToMiddle(card) }))
      .toSorted((one, other) => one.distance - other.distance)
      .slice(0, mostAtOnce)
    return new Set([...nearest.map(({ card }) => card), ...(pointed ? [pointed] : [])])
  }

  function stop(card: HTMLAnchorElement): void {
    const there = card.querySelector<HTMLElement>('.card__moving') ?? moving.get(card)
    moving.delete(card)
    if (there) stopMoving(there)
  }

  function point({ target }: Event): void {
    const card = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-mp4]') : null
    if (card === pointed) return
    pointed = card
    settle()
  }

  function refresh(): void {
    for (const card of inView) if (!card.isConnected) inView.delete(card)
    for (const card of document.querySelectorAll('a[data-mp4]')) {
      if (watched.has(card)) continue
      watched.add(card)
      observer.observe(card)
    }
    offerPause(settle)
    settle()
  }

  addEventListener('pointerover', point)
  addEventListener('focusin', point)
  onMotionChange(refresh)
  refresh()
  return {
    refresh,
    stopAll: () => {
      for (const card of moving.keys()) stop(card)
    },
  }
}

function distanceToMiddle(card: Element): number {
  const { top, height, left, width } = card.getBoundingClientRect()
  return Math.hypot(top + height / 2 - innerHeight / 2, left + width / 2 - innerWidth / 2)
}

function offerPause(settle: () => void): void {
  const button = document.querySelector<HTMLButtonElement>('[data-still]')
  if (!button) return
  const show = () => {
    button.textContent = isPaused() ? kitTexts.play : kitTexts.pause
  }
  button.toggleAttribute('data-waits', !mayPlay())
  button.onclick = () => {
    setPaused(!isPaused())
    show()
    settle()
  }
  show()
}
