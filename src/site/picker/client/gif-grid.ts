import type { FoundGif } from './gif-source.ts'
import { makeElement } from './make-element.ts'

/** The grid rows that a square GIF spans; `columns.css` divides a column's width by the same number. */
const rowsOfSquare = 48

/** Wider or taller GIFs are cropped in the grid. */
const rowLimits = { min: 20, max: 72 }

const tints = 5
const skeletonRows = [30, 48, 36, 27, 54, 32, 40, 28, 48, 34, 27, 44]

export type GifGrid = {
  element: HTMLElement
  /** Appends tiles without moving existing ones. Returns the number of new tiles. */
  add(gifs: readonly FoundGif[]): number
  clear(): void
  /** Shows placeholders until the tiles are loaded. */
  showSkeleton(): void
  /** Focuses the current tile. Returns false without any tile. */
  focus(): boolean
}

export type GridActions = {
  choose: (found: FoundGif) => void
  /** Called when the focus leaves the grid at its top, or on Escape. */
  leave: () => void
}

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

/** Returns true if tiles should be stills: for reduced motion or reduced data. */
function showsStills(): boolean {
  const connection = Reflect.get(navigator, 'connection') as { saveData?: boolean } | undefined
  return reducedMotion.matches || connection?.saveData === true
}

/**
 * The GIFs as a list box in columns with one tab stop; arrow keys move by position on the screen. Stills play on hover and
 * focus; flashing GIFs stay still and blurred.
 */
export function makeGifGrid(actions: GridActions): GifGrid {
  const element = makeElement('div', { class: 'grid', role: 'listbox', part: 'grid', hidden: true })
  const foundOf = new Map<HTMLElement, FoundGif>()
  const codes = new Set<string>()
  let active: HTMLElement | null = null

  function tileOf(found: FoundGif, index: number): HTMLElement {
    const { width, height, alt, flashing } = found.gif
    const image = makeElement('img', {
      alt,
      width,
      height,
      loading: 'lazy',
      decoding: 'async',
      src: showsStills() || flashing ? found.still : found.preview,
    })
    image.addEventListener('load', () => image.classList.add('loaded'))
    // Falls back to the GIF itself if the preview is missing, and then to its description.
    image.addEventListener('error', () => {
      if (flashing || image.getAttribute('src') === found.gif.gif) image.classList.add('loaded')
      else image.src = found.gif.gif
    })
    const tile = makeElement(
      'div',
      {
        class: `tile tint${index % tints}${flashing ? ' flashing' : ''}`,
        role: 'option',
        tabindex: -1,
        part: 'gif',
      },
      image,
    )
    const rows = Math.round((rowsOfSquare * height) / width)
    span(tile, Math.min(rowLimits.max, Math.max(rowLimits.min, rows)))
    foundOf.set(tile, found)
    return tile
  }

  function makeActive(tile: HTMLElement): void {
    if (active !== null) active.tabIndex = -1
    active = tile
    tile.tabIndex = 0
  }

  function play(event: Event): void {
    const tile = tileAt(event)
    const image = tile?.querySelector('img')
    const found = tile && foundOf.get(tile)
    if (!showsStills() || !image || !found || found.gif.flashing) return
    const wanted = event.type === 'pointerover' || event.type === 'focusin' ? found.preview : found.still
    if (image.getAttribute('src') !== wanted) image.src = wanted
  }

  for (const type of ['pointerover', 'pointerout', 'focusin', 'focusout'])
    element.addEventListener(type, play)
  element.addEventListener('focusin', (event) => {
    const tile = tileAt(event)
    if (tile) makeActive(tile)
  })
  element.addEventListener('click', (event) => {
    const found = foundOf.get(tileAt(event) ?? element)
    if (found) actions.choose(found)
  })
  element.addEventListener('keydown', (event) => {
    const tile = tileAt(event)
    const found = tile && foundOf.get(tile)
    if (!tile || !found || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') actions.choose(found)
    else if (event.key === 'Escape') actions.leave()
    else {
      const next = nextTile([...foundOf.keys()], tile, event.key)
      if (next === undefined) return
      if (next === null) actions.leave()
      else focusTile(next)
    }
    event.preventDefault()
    event.stopPropagation()
  })

  return {
    element,
    add(gifs) {
      element.querySelectorAll('.skeleton').forEach((tile) => tile.remove())
      const added = gifs.filter(({ gif }) => !codes.has(gif.code))
      for (const found of added) {
        codes.add(found.gif.code)
        element.append(tileOf(found, foundOf.size))
      }
      const [first] = foundOf.keys()
      if (active === null && first) makeActive(first)
      element.hidden = foundOf.size === 0
      element.removeAttribute('aria-busy')
      return added.length
    },
    clear() {
      element.replaceChildren()
      element.hidden = true
      foundOf.clear()
      codes.clear()
      active = null
    },
    showSkeleton() {
      element.hidden = false
      element.setAttribute('aria-busy', 'true')
      skeletonRows.forEach((rows, index) => {
        const tile = makeElement('div', {
          class: `tile skeleton tint${index % tints}`,
          'aria-hidden': 'true',
        })
        span(tile, rows)
        element.append(tile)
      })
    },
    focus() {
      if (active !== null) focusTile(active)
      return active !== null
    },
  }
}

/** Sets the height by script, as pages may forbid style attributes; two rows are the gap below. */
function span(tile: HTMLElement, rows: number): void {
  tile.style.gridRowEnd = `span ${rows + 2}`
}

function tileAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.tile') : null
}

function focusTile(tile: HTMLElement): void {
  tile.focus({ preventScroll: true })
  tile.scrollIntoView({ block: 'nearest' })
}

/**
 * The tile that a key leads to from `tile`: arrows move by position on the screen, in either writing direction, Home and End
 * to the first and the last. Null if the key leaves the grid at its top, undefined for other keys.
 */
function nextTile(
  tiles: readonly HTMLElement[],
  tile: HTMLElement,
  key: string,
): HTMLElement | null | undefined {
  if (key === 'Home') return tiles[0]
  if (key === 'End') return tiles.at(-1)
  const from = boxOf(tile)
  const others = tiles.filter((other) => other !== tile).map((other) => ({ other, box: boxOf(other) }))
  const neighbor = (sign: number) =>
    nearest(
      others.filter(({ box }) => sign * (box.x - from.x) > from.width / 2),
      // Prefers the nearest column, then the smallest vertical distance.
      ({ box }) => Math.round(Math.abs(box.x - from.x) / from.width) * 1e6 + Math.abs(box.y - from.y),
    )
  const inColumn = (sign: number) =>
    nearest(
      others.filter(({ box }) => Math.abs(box.x - from.x) < from.width / 2 && sign * (box.y - from.y) > 0),
      ({ box }) => Math.abs(box.y - from.y),
    )
  if (key === 'ArrowRight') return neighbor(1) ?? tile
  if (key === 'ArrowLeft') return neighbor(-1) ?? tile
  if (key === 'ArrowDown') return inColumn(1) ?? tile
  return key === 'ArrowUp' ? (inColumn(-1) ?? null) : undefined
}

/** The center of a tile, and its width. */
function boxOf(tile: HTMLElement) {
  const { left, top, width, height } = tile.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2, width }
}

function nearest<T extends { other: HTMLElement }>(tiles: T[], distance: (tile: T) => number) {
  return tiles.toSorted((one, another) => distance(one) - distance(another))[0]?.other
}
