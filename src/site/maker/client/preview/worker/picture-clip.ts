import { scaleKernels } from '../../../../../gif/scale/filter.ts'
import { PictureScaler } from '../../../../../gif/scale/picture-scaler.ts'
import type { Edit } from '../edit.ts'
import type { ClipPlan, ClipSource, Frame } from './clip-source.ts'

type Size = { width: number; height: number }

/** A GIF from pictures: one frame each, in the middle of the frame, scaled to fit or with its own pixels. */
export class PictureClip implements ClipSource {
  readonly #files: readonly Blob[]

  constructor(files: readonly Blob[]) {
    this.#files = files
  }

  plan({ pictures }: Edit): Promise<ClipPlan> {
    const { width, height, resize, delayMs } = pictures
    const keys = this.#files.map((_, index) => index)
    const seconds = keys.map((index) => (index * delayMs) / 1000)
    const shape = JSON.stringify([width, height, resize])
    return Promise.resolve({ width, height, frameMs: delayMs, framesMs: null, keys, seconds, shape })
  }

  async *draw({ width, height, shape }: ClipPlan, keys: readonly number[]): AsyncGenerator<Frame> {
    const [, , resize] = JSON.parse(shape) as [number, number, boolean]
    for (const key of keys) {
      const file = this.#files[key]
      if (file === undefined) throw new Error('there are fewer pictures')
      yield { key, rgba: drawPicture(await pixelsOf(file), { width, height }, resize) }
    }
  }

  close(): void {
    // Files need no closing.
  }
}

type Pixels = Size & { rgba: Uint8Array }

async function pixelsOf(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file)
  try {
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    return { width, height, rgba: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) }
  } finally {
    bitmap.close()
  }
}

function drawPicture(own: Pixels, frame: Size, resize: boolean): Uint8Array {
  const scale = resize ? Math.min(frame.width / own.width, frame.height / own.height) : 1
  const side = (pixels: number, most: number) => Math.max(1, Math.min(most, Math.round(pixels * scale)))
  const shown = { width: side(own.width, frame.width), height: side(own.height, frame.height) }
  const area = resize
    ? { x: 0, y: 0, width: own.width, height: own.height }
    : {
        x: Math.floor((own.width - shown.width) / 2),
        y: Math.floor((own.height - shown.height) / 2),
        ...shown,
      }
  const picture = {
    kind: 'rgba' as const,
    width: own.width,
    height: own.height,
    pixels: own.rgba,
    hasAlpha: true,
  }
  const scaled = new PictureScaler(area, shown, scaleKernels.lanczos).scale(picture)
  return onBlack(scaled, shown, frame)
}

/** A picture in the middle of a black frame; what is see-through in it stays so. */
function onBlack(rgba: Uint8Array, size: Size, frame: Size): Uint8Array {
  if (size.width === frame.width && size.height === frame.height) return rgba
  const pixels = new Uint8Array(frame.width * frame.height * 4)
  new Uint32Array(pixels.buffer).fill(0xff_00_00_00)
  const left = Math.floor((frame.width - size.width) / 2)
  const top = Math.floor((frame.height - size.height) / 2)
  for (let row = 0; row < size.height; row += 1) {
    const line = rgba.subarray(row * size.width * 4, (row + 1) * size.width * 4)
    pixels.set(line, ((top + row) * frame.width + left) * 4)
  }
  return pixels
}
