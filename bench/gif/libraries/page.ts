import GIF from 'gif.js'
import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import { encode } from 'modern-gif'
import { encodeGif, type PresetName } from '#src/gif/library/index.ts'

/** The page that encodes the same frames by each library, as its README shows it. bench/gif/libraries.ts bundles it. */

/** The frames of a clip, RGBA, and the duration of each, in whole hundredths of a second. */
type Clip = { width: number; height: number; frames: Uint8Array<ArrayBuffer>[]; delaysMs: number[] }

/** The part of the browser that is used here. */
declare const ImageData: new (rgba: Uint8ClampedArray, width: number, height: number) => object

let clip: Clip = { width: 0, height: 0, frames: [], delaysMs: [] }
let made = new Uint8Array()

/** Loads a clip: the pixels of all its frames from an address. */
async function load(address: string, width: number, height: number, delaysMs: number[]): Promise<void> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
  const size = width * height * 4
  const frames = delaysMs.map((_, frame) => bytes.slice(frame * size, (frame + 1) * size))
  clip = { width, height, frames, delaysMs }
}

/** Encodes the clip by a library, and keeps the file for `result`. */
async function run(library: string): Promise<void> {
  made = await encodeBy(library)
}

/** The last file made, in base64. */
function result(): string {
  let text = ''
  for (let at = 0; at < made.length; at += 30_000)
    text += String.fromCharCode(...made.subarray(at, at + 30_000))
  return btoa(text)
}

function encodeBy(library: string): Promise<Uint8Array<ArrayBuffer>> {
  if (library === 'gifenc') return Promise.resolve(byGifenc())
  if (library === 'gif.js') return byGifJs()
  if (library === 'modern-gif') return byModernGif()
  const { width, height, frames, delaysMs } = clip
  const timed = frames.map((data, frame) => ({ data, durationMs: delaysMs[frame] ?? 0 }))
  return encodeGif(timed, { width, height, preset: library as PresetName })
}

function byGifenc(): Uint8Array<ArrayBuffer> {
  const gif = GIFEncoder()
  for (const [frame, rgba] of clip.frames.entries()) {
    const palette = quantize(rgba, 256)
    const delay = clip.delaysMs[frame] ?? 0
    gif.writeFrame(applyPalette(rgba, palette), clip.width, clip.height, { palette, delay })
  }
  gif.finish()
  return gif.bytes()
}

/** gif.js has workers only. */
async function byGifJs(): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = clip
  const gif = new GIF({ workers: 2, workerScript: 'gif.worker.js', width, height })
  for (const [frame, rgba] of clip.frames.entries()) {
    const picture = new ImageData(new Uint8ClampedArray(rgba.buffer), width, height)
    gif.addFrame(picture, { delay: clip.delaysMs[frame] ?? 0 })
  }
  const file = await new Promise<{ arrayBuffer: () => Promise<ArrayBuffer> }>((resolve) => {
    gif.on('finished', resolve)
    gif.render()
  })
  return new Uint8Array(await file.arrayBuffer())
}

async function byModernGif(): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height, frames, delaysMs } = clip
  // It changes the given pixels.
  const given = frames.map((rgba, frame) => ({ data: rgba.slice(), delay: delaysMs[frame] ?? 0 }))
  return new Uint8Array(await encode({ width, height, frames: given }))
}

Object.assign(globalThis, { load, run, result })
