type Point = { x: number; y: number }

/** A pointer that goes less far is a click. */
const dragPixels = 6

/** A finger that stays for so long picks a thumbnail up; one that goes further before scrolls the page. */
const hold = { ms: 300, pixels: 8 }

/**
 * Lets thumbnails be dragged to another place: by a mouse at once, by a finger that holds one. The others make room;
 * `moved` is told when the pointer goes up. All is as it was when the drag is given up, by Escape or by the browser.
 */
export function dragThumbnails(list: HTMLOListElement, moved: (from: number, to: number) => void): void {
  let lifted: Lifted | null = null
  // Here from the beginning: the browser asks only those who listened before the finger came.
  list.addEventListener(
    'touchmove',
    (event) => {
      if (lifted !== null && event.cancelable) event.preventDefault()
    },
    { passive: false },
  )
  list.addEventListener('pointerdown', (down) => {
    const picture = down.target instanceof Element ? down.target.closest('.thumb__picture') : null
    const item = picture?.closest('li')
    if (down.button !== 0 || !down.isPrimary || !item) return
    const from = placeOf(item)
    let at: Point = { x: down.clientX, y: down.clientY }
    const lift = () => {
      lifted = new Lifted(list, item, at)
    }
    const isHeld = down.pointerType !== 'mouse'
    const holding = isHeld ? setTimeout(lift, hold.ms) : 0

    const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (pointerId !== down.pointerId) return
      at = { x: clientX, y: clientY }
      const far = Math.hypot(clientX - down.clientX, clientY - down.clientY)
      if (lifted !== null) lifted.follow(at)
      else if (isHeld && far >= hold.pixels) stop()
      else if (!isHeld && far >= dragPixels) lift()
    }
    const end = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      if (event instanceof PointerEvent && event.pointerId !== down.pointerId) return
      stop()
      if (lifted === null) return
      const to = placeOf(item)
      lifted.putDown()
      lifted = null
      putAt(item, from)
      if (event.type === 'pointerup' && to !== from) moved(from, to)
    }
    // Holding is for lifting here, not for a menu.
    const noMenu = (event: Event) => {
      if (isHeld) event.preventDefault()
    }
    const ends = ['pointerup', 'pointercancel', 'keydown']
    const stop = () => {
      clearTimeout(holding)
      document.removeEventListener('pointermove', move)
      list.removeEventListener('contextmenu', noMenu)
      for (const name of ends) document.removeEventListener(name, end)
    }
    document.addEventListener('pointermove', move)
    list.addEventListener('contextmenu', noMenu)
    for (const name of ends) document.addEventListener(name, end)
  })
}

/** A thumbnail on its way: it follows the pointer, and the others make room for it. */
class Lifted {
  readonly #list: HTMLOListElement
  readonly #item: HTMLLIElement
  readonly #grip: Point
  readonly #stopScrolling: () => void
  #at: Point

  constructor(list: HTMLOListElement, item: HTMLLIElement, at: Point) {
    this.#list = list
    this.#item = item
    this.#at = at
    const { left, top } = item.getBoundingClientRect()
    this.#grip = { x: at.x - left, y: at.y - top }
    item.dataset.dragged = 'true'
    this.#stopScrolling = scrollAtEdges(list, () => {
      this.follow(this.#at)
      return this.#at
    })
  }

  follow(at: Point): void {
    this.#at = at
    this.#makeRoom()
    this.#item.style.translate = 'none'
    const own = this.#item.getBoundingClientRect()
    const room = this.#list.getBoundingClientRect()
    const within = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))
    const left = within(room.left, at.x - this.#grip.x, room.right - own.width)
    const top = within(room.top, at.y - this.#grip.y, room.bottom - own.height)
    this.#item.style.translate = `${left - own.left}px ${top - own.top}px`
  }

  putDown(): void {
    this.#stopScrolling()
    delete this.#item.dataset.dragged
    this.#item.style.translate = ''
  }

  #makeRoom(): void {
    const under = document
      .elementsFromPoint(this.#at.x, this.#at.y)
      .map((element) => element.closest('li'))
      .find((other) => other !== null && other !== this.#item && other.parentElement === this.#list)
    if (!under) return
    const to = placeOf(under)
    const isLater = to > placeOf(this.#item)
    const { left, width } = under.getBoundingClientRect()
    const isPastMiddle = isLater ? this.#at.x > left + width * 0.35 : this.#at.x < left + width * 0.65
    if (isPastMiddle) putAt(this.#item, to)
  }
}

function placeOf(item: Element): number {
  return [...(item.parentElement?.children ?? [])].indexOf(item)
}

/** The others are moved around the item: one that leaves the page, even to come back, loses its pointer. */
function putAt(item: Element, place: number): void {
  for (let steps = place - placeOf(item); steps > 0; steps--) item.before(item.nextElementSibling ?? '')
  for (let steps = placeOf(item) - place; steps > 0; steps--) item.after(item.previousElementSibling ?? '')
}

/** So near an edge the scrolling begins. */
const edgePixels = 48

const mostPixelsPerFrame = 12

/**
 * Scrolls a list within the page, and the page, while a pointer that drags something is near their upper or lower
 * edge. `tick` is called for each frame and says where the pointer is. Gives what ends it.
 */
function scrollAtEdges(list: HTMLElement, tick: () => Point): () => void {
  let frame = 0
  const turn = () => {
    const { y } = tick()
    const { top, bottom } = list.getBoundingClientRect()
    const ofList = speed(y, Math.max(0, top), Math.min(innerHeight, bottom))
    if (ofList !== 0) list.scrollBy({ top: ofList, behavior: 'instant' })
    const ofPage = speed(y, 0, innerHeight)
    if (ofPage !== 0 && (ofPage < 0 ? top < edgePixels : bottom > innerHeight - edgePixels)) {
      scrollBy({ top: ofPage, behavior: 'instant' })
    }
    frame = requestAnimationFrame(turn)
  }
  frame = requestAnimationFrame(turn)
  return () => cancelAnimationFrame(frame)
}

/** Pixels for a frame: the nearer the edge the more. */
function speed(y: number, top: number, bottom: number): number {
  const part = (distance: number) => Math.max(0, Math.min(1, 1 - distance / edgePixels))
  return Math.round((part(bottom - y) - part(y - top)) * mostPixelsPerFrame)
}
