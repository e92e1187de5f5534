/** Pixels of red, green and blue, 8 bits each. */
export type Picture = { width: number; height: number; rgb: Uint8Array }
export type Area = { x: number; y: number; width: number; height: number }
/** The picture shown at the time of a frame, as red, green and blue. */
export type Shown = (frame: number) => Uint8Array

/** An area of a picture with a given width in pixels. */
export function cut(rgb: Uint8Array, pictureWidth: number, { x, y, width, height }: Area): Picture {
  const part = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * pictureWidth + x) * 3
    part.set(rgb.subarray(from, from + width * 3), row * width * 3)
  }
  return { width, height, rgb: part }
}

/** A line of pixels of every frame, one below the other. */
export function rowOverTime(
  shown: Shown,
  { width, count }: { width: number; count: number },
  line: Area,
): Picture {
  const rows = Array.from({ length: count }, (_, frame) => cut(shown(frame), width, line).rgb)
  return { width: line.width, height: count, rgb: Buffer.concat(rows) }
}

/** The difference of a picture from its source, four times as strong, around gray. */
export function amplifiedError({ width, height, rgb }: Picture, source: Picture): Picture {
  const error = new Uint8ClampedArray(rgb.length)
  for (let at = 0; at < rgb.length; at++) error[at] = 128 + 4 * (rgb[at]! - source.rgb[at]!)
  return { width, height, rgb: new Uint8Array(error.buffer) }
}

/** The area of a size, at steps of 8 pixels, in which two pictures differ most. */
export function worstArea(
  a: Uint8Array,
  b: Uint8Array,
  { width, height }: { width: number; height: number },
  size: { width: number; height: number },
): Area {
  const step = 8
  let worst = { x: 0, y: 0, error: -1 }
  for (let y = 0; y + size.height <= height; y += step)
    for (let x = 0; x + size.width <= width; x += step) {
      const area = { x, y, ...size }
      const [first, second] = [cut(a, width, area).rgb, cut(b, width, area).rgb]
      let error = 0
      for (let at = 0; at < first.length; at++) error += (first[at]! - second[at]!) ** 2
      if (error > worst.error) worst = { x, y, error }
    }
  return { x: worst.x, y: worst.y, ...size }
}

/** The row of an area whose pixels change most from frame to frame. */
export function busiestRow(
  shown: Shown,
  { width, count }: { width: number; count: number },
  area: Area,
): number {
  const changes = new Float64Array(area.height)
  for (let frame = 1; frame < count; frame++) {
    const [before, after] = [cut(shown(frame - 1), width, area).rgb, cut(shown(frame), width, area).rgb]
    for (let at = 0; at < after.length; at++)
      changes[Math.floor(at / (area.width * 3))]! += Math.abs(after[at]! - before[at]!)
  }
  return area.y + changes.indexOf(Math.max(...changes))
}
