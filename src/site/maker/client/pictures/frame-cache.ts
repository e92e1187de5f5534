import { type Frame, type Picture, placePicture } from './picture.ts'

/** The longest side of a drawn frame: enough for the preview, little enough for hundreds of them. */
const longestSide = 640

/** About as many as 100 MB hold at the largest. */
const maxKept = 60

/** Frames as the service will draw them, at the size of the preview. The last used ones are kept. */
export class FrameCache {
  readonly #drawn = new Map<Picture, { key: string; canvas: HTMLCanvasElement }>()

  /** The size in which frames are drawn. */
  sizeOf(frame: Frame): { width: number; height: number; scale: number } {
    const scale = Math.min(1, longestSide / Math.max(frame.width, frame.height))
    return {
      width: Math.max(1, Math.round(frame.width * scale)),
      height: Math.max(1, Math.round(frame.height * scale)),
      scale,
    }
  }

  /** Rejects where the browser cannot decode the picture. */
  async draw(picture: Picture, frame: Frame): Promise<HTMLCanvasElement> {
    const key = `${frame.width}x${frame.height}:${frame.resize}`
    const known = this.#drawn.get(picture)
    this.#drawn.delete(picture)
    if (known?.key === key) {
      this.#drawn.set(picture, known)
      return known.canvas
    }
    const bitmap = await createImageBitmap(picture.file)
    const canvas = document.createElement('canvas')
    const { width, height, scale } = this.sizeOf(frame)
    canvas.width = width
    canvas.height = height
    paint(canvas, bitmap, { frame, scale })
    bitmap.close()
    this.#drawn.set(picture, { key, canvas })
    const [oldest] = this.#drawn.keys()
    if (this.#drawn.size > maxKept && oldest !== undefined) this.#drawn.delete(oldest)
    return canvas
  }

  clear(): void {
    this.#drawn.clear()
  }
}

function paint(
  canvas: HTMLCanvasElement,
  bitmap: ImageBitmap,
  { frame, scale }: { frame: Frame; scale: number },
) {
  const context = canvas.getContext('2d')
  if (context === null) return
  const place = placePicture(bitmap, frame)
  context.fillStyle = '#000'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  const { left, top, width, height } = place
  // What is see-through in the picture stays so in the GIF: only what is beside it is black.
  context.clearRect(left * scale, top * scale, width * scale, height * scale)
  context.drawImage(bitmap, left * scale, top * scale, width * scale, height * scale)
}
