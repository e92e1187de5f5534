import type { Grip } from '../../../kit/client/crop/crop-geometry.ts'
import type { Layer } from '../../../../layers/layer.ts'

export type Size = { width: number; height: number }

export type Point = { x: number; y: number }

/** A guide that a layer snapped to, as a share of the width or the height. */
export type Guides = { x: number | null; y: number | null }

/** The ranges that pulling keeps a layer within. The numeric fields have them too. */
export const ranges = {
  width: { min: 0.04, max: 1 },
  height: { min: 0.04, max: 1 },
  size: { min: 0.02, max: 0.6 },
} as const

const snapPixels = 6
const snapDegrees = 4
const rightAngle = 45

/** The clockwise angle of a layer, in degrees. */
export function rotationOf(layer: Layer): number {
  return layer.type === 'blur' ? 0 : layer.rotation
}

/** Which part of a text is above the place that its `y` names: 0 for its upper edge, 1 for its lower edge. */
export function shareAbove(layer: Layer): number {
  if (layer.type !== 'text') return 0.5
  return { top: 0, middle: 0.5, bottom: 1 }[layer.anchor]
}

/** The layer moved by so many pixels, and within the picture. */
export function movedLayer<L extends Layer>(layer: L, { x, y }: Point, area: Size): L {
  return { ...layer, x: clampShare(layer.x + x / area.width), y: clampShare(layer.y + y / area.height) }
}

/**
 * The layer where its middle or an edge of its box (`box`, in pixels, before it is rotated) is on the middle or an edge
 * of the picture, if it is near one.
 */
export function snapped<L extends Layer>(layer: L, box: Size, area: Size): { layer: L; guides: Guides } {
  const { width, height } = uprightBounds(box, rotationOf(layer))
  const fromCenter = (shareAbove(layer) - 0.5) * box.height
  const x = snap(layer.x * area.width, width, area.width)
  const y = snap(layer.y * area.height - fromCenter, height, area.height)
  return {
    layer: {
      ...layer,
      ...(x !== null && { x: clampShare(x.center / area.width) }),
      ...(y !== null && { y: clampShare((y.center + fromCenter) / area.height) }),
    },
    guides: { x: x?.guide ?? null, y: y?.guide ?? null },
  }
}

/** The center that is nearest, with the line it is on; null where none is near. */
function snap(center: number, length: number, whole: number): { center: number; guide: number } | null {
  const places = [
    { center: whole / 2, guide: 0.5 },
    { center: length / 2, guide: 0 },
    { center: whole - length / 2, guide: 1 },
  ]
  return places.find((place) => Math.abs(place.center - center) <= snapPixels) ?? null
}

/** The upright box around a box that is rotated about its center. */
export function uprightBounds({ width, height }: Size, degrees: number): Size {
  const { cos, sin } = turn(degrees)
  const [across, down] = [Math.abs(cos), Math.abs(sin)]
  return { width: width * across + height * down, height: width * down + height * across }
}

/**
 * The layer pulled at a corner or a side by so many pixels of the screen; the opposite one stays where it is. A corner
 * of text and of a picture keeps the proportions, so that the letters grow with the box; a side of text changes how
 * wide its lines are.
 */
export function resizedLayer<L extends Layer>(
  layer: L,
  { grip, by, box, area }: { grip: Grip; by: Point; box: Size; area: Size },
): L {
  const local = rotated(by, -rotationOf(layer))
  const wanted = {
    width: box.width + local.x * grip.across,
    height: box.height + local.y * grip.down,
  }
  if (layer.type === 'blur') {
    const width = grip.across === 0 ? layer.width : clampTo(ranges.width, wanted.width / area.width)
    const height = grip.down === 0 ? layer.height : clampTo(ranges.height, wanted.height / area.height)
    const grown = { width: width * area.width - box.width, height: height * area.height - box.height }
    return anchored({ ...layer, width, height }, grip, grown, area)
  }
  if (grip.down === 0) {
    const width = clampTo(ranges.width, wanted.width / area.width)
    // The height of text follows from its lines, and the center stays in the middle of them.
    return anchored({ ...layer, width }, grip, { width: width * area.width - box.width, height: 0 }, area)
  }
  // Along the diagonal, so that the corner stays under the pointer as nearly as the proportions allow.
  const diagonal =
    (wanted.width * box.width + wanted.height * box.height) / (box.width ** 2 + box.height ** 2)
  return scaledBy(layer, diagonal, { grip, box, area })
}

/** The layer as many times as large. Without a grip its center stays. */
export function scaledBy<L extends Layer>(
  layer: L,
  factor: number,
  { grip = { across: 0, down: 0 }, box, area }: { grip?: Grip; box: Size; area: Size },
): L {
  const limits = [
    { ...ranges.width, now: layer.width },
    ...(layer.type === 'text' ? [{ ...ranges.size, now: layer.size }] : []),
    ...(layer.type === 'blur' ? [{ ...ranges.height, now: layer.height }] : []),
  ]
  const least = Math.max(...limits.map(({ min, now }) => min / now))
  const most = Math.min(...limits.map(({ max, now }) => max / now))
  const by = Math.max(Math.min(least, 1), Math.min(Math.max(most, 1), factor))
  const grown = { width: box.width * (by - 1), height: box.height * (by - 1) }
  const scaled = {
    ...layer,
    width: layer.width * by,
    ...(layer.type === 'text' && { size: layer.size * by }),
    ...(layer.type === 'blur' && { height: layer.height * by }),
  }
  return anchored(scaled, grip, grown, area)
}

/** Moves the layer so that the side opposite the grip stays, where the box grew by so many pixels. */
function anchored<L extends Layer>(layer: L, { across, down }: Grip, grown: Size, area: Size): L {
  const shift = rotated({ x: (grown.width / 2) * across, y: (grown.height / 2) * down }, rotationOf(layer))
  return movedLayer(layer, { x: shift.x, y: shift.y + grown.height * (shareAbove(layer) - 0.5) }, area)
}

/** The angle at which the handle above a layer points to a place, on the nearest 45° when it is close. */
export function angleTowards(center: Point, pointer: Point): number {
  const degrees = (Math.atan2(pointer.x - center.x, center.y - pointer.y) * 180) / Math.PI
  const nearest = Math.round(degrees / rightAngle) * rightAngle
  return normalizeDegrees(Math.abs(degrees - nearest) <= snapDegrees ? nearest : degrees)
}

/** From -180 to 180, to whole degrees. */
export function normalizeDegrees(degrees: number): number {
  const within = ((((Math.round(degrees) + 180) % 360) + 360) % 360) - 180
  return within === -180 ? 180 : within
}

/** Positions and lengths with as many digits as can be seen, so that the field of the form stays short. */
export function roundLayer<L extends Layer>(layer: L): L {
  const rounded = Object.entries(layer).map(([name, value]) => [
    name,
    typeof value === 'number' && name !== 'picture' ? Math.round(value * 1e4) / 1e4 : value,
  ])
  return Object.fromEntries(rounded) as L
}

function rotated({ x, y }: Point, degrees: number): Point {
  const { cos, sin } = turn(degrees)
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

function turn(degrees: number): { cos: number; sin: number } {
  const radians = (degrees * Math.PI) / 180
  return { cos: Math.cos(radians), sin: Math.sin(radians) }
}

function clampShare(value: number): number {
  return Math.max(0, Math.min(1, value))
}

function clampTo({ min, max }: { min: number; max: number }, value: number): number {
  return Math.max(min, Math.min(max, value))
}
