import type { GifFrameReader } from '../../../../../gif/edit/frame-reader.ts'
import { changedBox } from '../../../../../gif/edit/paint-change.ts'
import { delayMs } from '../../../../../gif/read/gif-frames.ts'
import { playsOf } from '../../../../../gif/read/parse-gif.ts'
import { drawing, imageOf } from '../../worker/open-animation.ts'
import { muxWebp, type WebpFrame } from './mux-webp.ts'

/** As the server's WebP: src/render/encode/webp.ts. */
const quality = 0.7

/**
 * The animated WebP of a GIF by the encoder of the browser, which knows still pictures only: of each frame what has changed.
 * Frames that are the same are one. Throws an Error where the browser gives no WebP.
 */
export async function writeWebp(reader: GifFrameReader, onFrame: () => void): Promise<Blob> {
  const { gif } = reader
  const frames: WebpFrame[] = []
  let before: Uint32Array | undefined
  for (const [index, frame] of gif.frames.entries()) {
    const picture = reader.pictureAt(index)
    const box = boxOf(before, picture, gif)
    const durationMs = delayMs(frame)
    const last = frames.at(-1)
    if (box === null && last !== undefined) last.durationMs += durationMs
    else if (box !== null) frames.push({ ...box, durationMs, still: await encodeStill(picture, gif, box) })
    before = picture
    onFrame()
  }
  return new Blob([muxWebp(frames, { ...gif, loops: playsOf(gif) })], { type: 'image/webp' })
}

type Size = { width: number; height: number }
type Box = Size & { x: number; y: number }

/** The box of what has changed, from an even place on, as frames of a WebP begin; null where nothing has. */
function boxOf(before: Uint32Array | undefined, picture: Uint32Array, { width, height }: Size): Box | null {
  if (before === undefined) return { x: 0, y: 0, width, height }
  const changed = changedBox(before, picture, width)
  if (changed === null) return null
  const { left, top, right, bottom } = changed
  const [x, y] = [left - (left % 2), top - (top % 2)]
  return { x, y, width: right - x, height: bottom - y }
}

async function encodeStill(picture: Uint32Array, { width, height }: Size, box: Box): Promise<Uint8Array> {
  const [canvas, context] = drawing(box)
  context.putImageData(imageOf(picture, width, height), -box.x, -box.y)
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
  if (blob.type !== 'image/webp') throw new Error(`the browser made ${blob.type}`)
  return new Uint8Array(await blob.arrayBuffer())
}
