import { type Crop, minCropSide } from '../../../../options/rules/crop.ts'

/** The edges of a box that a handle moves: -1 for the left or upper one, 1 for the right or lower one. */
export type Grip = { across: -1 | 0 | 1; down: -1 | 0 | 1 }

/** The handles of a box, by position. */
export const grips = {
  nw: { across: -1, down: -1 },
  n: { across: 0, down: -1 },
  ne: { across: 1, down: -1 },
  e: { across: 1, down: 0 },
  se: { across: 1, down: 1 },
  s: { across: 0, down: 1 },
  sw: { across: -1, down: 1 },
  w: { across: -1, down: 0 },
} as const satisfies Record<string, Grip>

export type Size = { width: number; height: number }

/** The crop that keeps the whole picture. */
export function wholePicture({ width, height }: Size): Crop {
  return { x: 0, y: 0, width, height }
}

export function isWhole(crop: Crop, { width, height }: Size): boolean {
  return crop.width >= width && crop.height >= height
}

/** The crop moved within the picture, with the same size. */
export function movedBy(crop: Crop, right: number, down: number, picture: Size): Crop {
  return {
    ...crop,
    x: between(0, Math.round(crop.x + right), picture.width - crop.width),
    y: between(0, Math.round(crop.y + down), picture.height - crop.height),
  }
}

/** The constraints of a crop: the picture that contains it, and the ratio of width to height if that is fixed. */
export type Bounds = { picture: Size; aspect: number | null }

/** The crop resized at a handle; the opposite sides stay. With a fixed aspect the handle must be a corner. */
export function resizedBy(
  crop: Crop,
  { across, down }: Grip,
  moved: { right: number; down: number },
  { picture, aspect }: Bounds,
): Crop {
  const available = {
    width: across < 0 ? crop.x + crop.width : picture.width - crop.x,
    height: down < 0 ? crop.y + crop.height : picture.height - crop.y,
  }
  const wanted = { width: crop.width + across * moved.right, height: crop.height + down * moved.down }
  const { width, height } =
    aspect === null
      ? {
          width: between(minSideOf(picture.width), Math.round(wanted.width), available.width),
          height: between(minSideOf(picture.height), Math.round(wanted.height), available.height),
        }
      : inAspect(
          // Follows the axis along which the pointer moved further.
          Math.abs(moved.right) >= Math.abs(moved.down) * aspect ? wanted.width : wanted.height * aspect,
          aspect,
          available,
        )
  return {
    x: across < 0 ? crop.x + crop.width - width : crop.x,
    y: down < 0 ? crop.y + crop.height - height : crop.y,
    width,
    height,
  }
}

/** The largest part of the picture with this aspect, near the crop. */
export function largestOf(aspect: number, { x, y, width, height }: Crop, picture: Size): Crop {
  const side = inAspect(picture.width, aspect, picture)
  const centered = { x: x + (width - side.width) / 2, y: y + (height - side.height) / 2, ...side }
  return movedBy(centered, 0, 0, picture)
}

/** A typed crop, moved and then shrunk to lie within the picture. */
export function withinPicture(crop: Crop, picture: Size): Crop {
  const size = {
    width: between(minSideOf(picture.width), Math.round(crop.width), picture.width),
    height: between(minSideOf(picture.height), Math.round(crop.height), picture.height),
  }
  return movedBy({ ...crop, ...size }, 0, 0, picture)
}

/** A size of about the wanted width that fits the available space, with no side too short. */
function inAspect(wantedWidth: number, aspect: number, available: Size): Size {
  const min = minCropSide * Math.max(1, aspect)
  const width = Math.min(Math.max(wantedWidth, min), available.width, available.height * aspect)
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / aspect)) }
}

function minSideOf(side: number): number {
  return Math.min(minCropSide, side)
}

function between(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
