/** A part of the picture, in its pixels as shown. */
export type Crop = { x: number; y: number; width: number; height: number }

export type Size = { width: number; height: number }

/** No side of a crop is shorter, unless that of the picture is. */
export const minSide = 16

/** Which sides of a crop a handle moves: -1 the left or upper one, 1 the right or lower one, 0 neither. */
export type Grip = { across: -1 | 0 | 1; down: -1 | 0 | 1 }

/** All of the picture. */
export function wholeOf({ width, height }: Size): Crop {
  return { x: 0, y: 0, width, height }
}

export function isWhole(crop: Crop, { width, height }: Size): boolean {
  return crop.width >= width && crop.height >= height
}

/** The crop somewhere else, as large as it is and within the picture. */
export function movedBy(crop: Crop, right: number, down: number, picture: Size): Crop {
  return {
    ...crop,
    x: between(0, Math.round(crop.x + right), picture.width - crop.width),
    y: between(0, Math.round(crop.y + down), picture.height - crop.height),
  }
}

/** What keeps a crop as it shall be: the picture it is a part of, and width by height where that is to stay. */
export type Bounds = { picture: Size; aspect: number | null }

/** The crop with its sides moved so far at a handle; the sides opposite stay. With an aspect it must be a corner. */
export function resizedBy(
  crop: Crop,
  { across, down }: Grip,
  moved: { right: number; down: number },
  { picture, aspect }: Bounds,
): Crop {
  const room = {
    width: across < 0 ? crop.x + crop.width : picture.width - crop.x,
    height: down < 0 ? crop.y + crop.height : picture.height - crop.y,
  }
  const wanted = { width: crop.width + across * moved.right, height: crop.height + down * moved.down }
  const { width, height } =
    aspect === null
      ? {
          width: between(leastOf(picture.width), Math.round(wanted.width), room.width),
          height: between(leastOf(picture.height), Math.round(wanted.height), room.height),
        }
      : inAspect(
          // The pointer leads where it went further.
          Math.abs(moved.right) >= Math.abs(moved.down) * aspect ? wanted.width : wanted.height * aspect,
          aspect,
          room,
        )
  return {
    x: across < 0 ? crop.x + crop.width - width : crop.x,
    y: down < 0 ? crop.y + crop.height - height : crop.y,
    width,
    height,
  }
}

/** The largest part of the picture with this aspect, about where the crop is. */
export function largestOf(aspect: number, { x, y, width, height }: Crop, picture: Size): Crop {
  const side = inAspect(picture.width, aspect, picture)
  const centred = { x: x + (width - side.width) / 2, y: y + (height - side.height) / 2, ...side }
  return movedBy(centred, 0, 0, picture)
}

/** A crop that was typed, within the picture: it gives way, and its place before its size. */
export function withinPicture(crop: Crop, picture: Size): Crop {
  const size = {
    width: between(leastOf(picture.width), Math.round(crop.width), picture.width),
    height: between(leastOf(picture.height), Math.round(crop.height), picture.height),
  }
  return movedBy({ ...crop, ...size }, 0, 0, picture)
}

/** As the service takes it: `x,y,width,height`. */
export function writeCrop({ x, y, width, height }: Crop): string {
  return [x, y, width, height].join(',')
}

/** Null where the text is none of four whole numbers. */
export function readCrop(text: string): Crop | null {
  const found = /^\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*,\s*(\d{1,6})\s*$/.exec(text)
  if (found === null) return null
  const [x = 0, y = 0, width = 0, height = 0] = found.slice(1).map(Number)
  return { x, y, width, height }
}

/** About so wide, within the room there is, and no side too short. */
function inAspect(wantedWidth: number, aspect: number, room: Size): Size {
  const least = minSide * Math.max(1, aspect)
  const width = Math.min(Math.max(wantedWidth, least), room.width, room.height * aspect)
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / aspect)) }
}

function leastOf(side: number): number {
  return Math.min(minSide, side)
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
