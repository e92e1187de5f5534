/** A pointer that moves less is a click. */
const dragPixels = 6

/**
 * Lets thumbnails be dragged to another place, with a mouse or a finger. They make room at once; `moved` is told when
 * the pointer goes up, and nothing is when the drag is given up with Escape.
 */
export function dragThumbs(list: HTMLOListElement, moved: (from: number, to: number) => void): void {
  list.addEventListener('pointerdown', (down) => {
    const picture = down.target instanceof Element ? down.target.closest('.thumb__picture') : null
    const item = picture?.closest('li')
    if (down.button !== 0 || !item) return
    const from = [...list.children].indexOf(item)
    const beside = item.nextElementSibling
    let isDragged = false

    const move = (event: PointerEvent) => {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY)
      if (!isDragged && far < dragPixels) return
      isDragged = true
      item.dataset.dragged = 'true'
      makeRoom(list, item, event)
    }
    const end = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      stop()
      if (!isDragged) return
      delete item.dataset.dragged
      const to = [...list.children].indexOf(item)
      list.insertBefore(item, beside)
      if (event.type === 'pointerup' && to !== from) moved(from, to)
    }
    const ends = ['pointerup', 'pointercancel', 'keydown']
    const stop = () => {
      document.removeEventListener('pointermove', move)
      for (const name of ends) document.removeEventListener(name, end)
    }
    // Not captured: a captured pointer is let go whenever the element changes its place.
    document.addEventListener('pointermove', move)
    for (const name of ends) document.addEventListener(name, end)
  })
}

function makeRoom(list: HTMLOListElement, item: HTMLLIElement, { clientX, clientY }: PointerEvent): void {
  const under = document
    .elementsFromPoint(clientX, clientY)
    .map((element) => element.closest('li'))
    .find((other) => other !== null && other !== item && other.parentElement === list)
  if (!under) return
  const items = [...list.children]
  const isLater = items.indexOf(under) > items.indexOf(item)
  const { left, width } = under.getBoundingClientRect()
  const isPastMiddle = isLater ? clientX > left + width * 0.35 : clientX < left + width * 0.65
  if (isPastMiddle) list.insertBefore(item, isLater ? under.nextElementSibling : under)
}
