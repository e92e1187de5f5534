type Point = { x: number; y: number }

/** A pointer that moves less than this is a click. */
const dragPixels = 6

/** A long press picks a thumbnail up; a finger that moves further before that scrolls the page. */
const hold = { ms: 300, pixels: 8 }

/**
 * Lets thumbnails be dragged to another place: by a mouse at once, by a finger after a long press. The others move aside;
 * `moved` is called when the pointer goes up. Escape, or the browser, cancels the drag and restores the order.
 */
export function dragThumbnails(list: HTMLOListElement, moved: (from: number, to: number) => void): void {
  let dragged: DraggedThumbnail | null = null
  // Added up front: browsers only honor listeners that existed before the touch started.
  list.addEventListener(
    'touchmove',
    (event) => {
      if (dragged !== null && event.cancelable) event.preventDefault()
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
      dragged = new DraggedThumbnail(list, item, at)
    }
    const isHeld = down.pointerType !== 'mouse'
    const holding = isHeld ? setTimeout(lift, hold.ms) : 0

    const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
      if (pointerId !== down.pointerId) return
      at = { x: clientX, y: clientY }
      const far = Math.hypot(clientX - down.clientX, clientY - down.clientY)
      if (dragged !== null) dragged.follow(at)
      else if (isHeld && far >= hold.pixels) stop()
      else if (!isHeld && far >= dragPixels) lift()
    }
    const end = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      if (event instanceof PointerEvent && event.pointerId !== down.pointerId) return
      stop()
      if (dragged === null) return
      const to = placeOf(item)
      dragged.drop()
      dragged = null
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

/** A thumbnail while it is dragged: it follows the pointer, and the others move aside. */
class DraggedThumbnail {
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
    this.#shiftOthers()
    this.#item.style.translate = 'none'
    const own = this.#item.getBoundingClientRect()
    const bounds = this.#list.getBoundingClientRect()
    const within = (min: number, value: number, max: number) => Math.max(min, Math.min(value, max))
    const left = within(bounds.left, at.x - this.#grip.x, bounds.right - own.width)
    const top = within(bounds.top, at.y - this.#grip.y, bounds.bottom - own.height)
    this.#item.style.translate = `${left - own.left}px ${top - own.top}px`
  }

  drop(): void {
    this.#stopScrolling()
    delete this.#item.dataset.dragged
    this.#item.style.translate = ''
  }

  #shiftOthers(): void {
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

/** The distance from an edge where scrolling starts. */
const edgePixels = 48

const maxPixelsPerFrame = 12

/**
 * Scrolls a list within the page, and the page, while a pointer that drags something is near their upper or lower
 * edge. `tick` is called for each frame and returns the position of the pointer. Returns the function that stops it.
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
  return Math.round((part(bottom - y) - part(y - top)) * maxPixelsPerFrame)
}
