import { kitTexts } from '#texts/kit.ts'
import { isPaused, mayPlay, onMotionChange, setPaused } from './motion.ts'
import { startAnimation, stopAnimation } from './card-animation.ts'

/** The most cards that play at once, nearest to the center of the window; more would overload small devices. */
const maxPlaying = matchMedia('(max-width: 48rem)').matches ? 8 : 24

export type Grid = {
  /** Reads the cards of the page, and the button that pauses them, again. */
  refresh: () => void
  /** Stops everything that plays, before the page is left. */
  stopAll: () => void
}

/** Plays the GIFs of the grid that are in view, and the one under the pointer; with reduced motion it shows stills. */
export function playGrid(): Grid {
  const playing = new Map<HTMLAnchorElement, HTMLElement>()
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
      updatePlayback()
    },
    { threshold: 0.25 },
  )

  function updatePlayback(): void {
    const wanted = cardsToPlay()
    for (const card of playing.keys()) if (!wanted.has(card)) stop(card)
    for (const card of wanted) if (!playing.has(card)) playing.set(card, startAnimation(card))
  }

  function cardsToPlay(): Set<HTMLAnchorElement> {
    if (!mayPlay()) return new Set()
    const automatic = isPaused() ? [] : [...inView].filter((card) => !card.closest('.card--nsfw'))
    const nearest = automatic
      .map((card) => ({ card, distance: distanceToMiddle(card) }))
      .toSorted((one, other) => one.distance - other.distance)
      .slice(0, maxPlaying)
    return new Set([...nearest.map(({ card }) => card), ...(pointed ? [pointed] : [])])
  }

  function stop(card: HTMLAnchorElement): void {
    const there = card.querySelector<HTMLElement>('.card__moving') ?? playing.get(card)
    playing.delete(card)
    if (there) stopAnimation(there)
  }

  function point({ target }: Event): void {
    const card =
      target instanceof Element
        ? (target.closest('.card')?.querySelector<HTMLAnchorElement>('a[data-mp4]') ?? null)
        : null
    if (card === pointed) return
    pointed = card
    updatePlayback()
  }

  function refresh(): void {
    for (const card of inView) if (!card.isConnected) inView.delete(card)
    for (const card of document.querySelectorAll('a[data-mp4]')) {
      if (watched.has(card)) continue
      watched.add(card)
      observer.observe(card)
    }
    offerPause(updatePlayback)
    updatePlayback()
  }

  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) refresh()
  })
  addEventListener('pointerover', point)
  addEventListener('focusin', point)
  onMotionChange(refresh)
  refresh()
  return {
    refresh,
    stopAll: () => {
      for (const card of playing.keys()) stop(card)
    },
  }
}

function distanceToMiddle(card: Element): number {
  const { top, height, left, width } = card.getBoundingClientRect()
  return Math.hypot(top + height / 2 - innerHeight / 2, left + width / 2 - innerWidth / 2)
}

function offerPause(updatePlayback: () => void): void {
  const button = document.querySelector<HTMLButtonElement>('[data-still]')
  if (!button) return
  const show = () => {
    button.textContent = isPaused() ? kitTexts.play : kitTexts.pause
  }
  button.toggleAttribute('data-waits', !mayPlay())
  button.onclick = () => {
    setPaused(!isPaused())
    show()
    updatePlayback()
  }
  show()
}
