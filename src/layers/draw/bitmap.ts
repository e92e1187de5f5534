import type { Canvas, CanvasKit } from 'canvaskit-wasm'
import type { Bounds, FrameSize } from './place.ts'

/** Pixels (RGBA, straight alpha) and their position in the frame. */
export type Bitmap = { x: number; y: number; width: number; height: number; pixels: Uint8Array }

/**
 * Returns what `draw` draws within these bounds, on a canvas with the coordinates of the frame, without the transparent
 * pixels around it; null if nothing of it is within the frame.
 */
export function drawBitmap(
  kit: CanvasKit,
  bounds: Bounds,
  frame: FrameSize,
  draw: (canvas: Canvas) => void,
): Bitmap | null {
  const x = Math.max(0, Math.floor(bounds.left))
  const y = Math.max(0, Math.floor(bounds.top))
  const width = Math.min(frame.width, Math.ceil(bounds.right)) - x
  const height = Math.min(frame.height, Math.ceil(bounds.bottom)) - y
  if (!(width > 0 && height > 0)) return null
  const surface = kit.MakeSurface(width, height)
  if (surface === null) throw new Error(`there is no memory for ${width} × ${height} pixels`)
  try {
    const canvas = surface.getCanvas()
    canvas.clear(kit.TRANSPARENT)
    canvas.translate(-x, -y)
    draw(canvas)
    surface.flush()
    const pixels = canvas.readPixels(0, 0, {
      width,
      height,
      colorType: kit.ColorType.RGBA_8888,
      alphaType: kit.AlphaType.Unpremul,
      colorSpace: kit.ColorSpace.SRGB,
    })
    if (!(pixels instanceof Uint8Array)) throw new Error('the pixels cannot be read')
    return trim({ x, y, width, height, pixels })
  } finally {
    surface.delete()
  }
}

/** Returns a bitmap without the transparent rows and columns around it; null if all of it is transparent. */
export function trim(bitmap: Bitmap): Bitmap | null {
  const { width, height, pixels } = bitmap
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (pixels[(row * width + column) * 4 + 3] === 0) continue
      if (column < left) left = column
      if (column > right) right = column
      if (row < top) top = row
      bottom = row
    }
  }
  if (right < 0) return null
  const [newWidth, newHeight] = [right - left + 1, bottom - top + 1]
  const kept = new Uint8Array(newWidth * newHeight * 4)
  for (let row = 0; row < newHeight; row += 1) {
    const start = ((row + top) * width + left) * 4
    kept.set(pixels.subarray(start, start + newWidth * 4), row * newWidth * 4)
  }
  return { x: bitmap.x + left, y: bitmap.y + top, width: newWidth, height: newHeight, pixels: kept }
}
