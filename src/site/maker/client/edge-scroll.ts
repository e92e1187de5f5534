export type Point = { x: number; y: number }

/** So near an edge the scrolling begins. */
const edgePixels = 48

const mostPixelsPerFrame = 12

/**
 * Scrolls a list within the page, and the page, while a pointer that drags something is near their upper or lower
 * edge. `tick` is called for each frame and says where the pointer is. Gives what ends it.
 */
export function scrollAtEdges(list: HTMLElement, tick: () => Point): () => void {
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
