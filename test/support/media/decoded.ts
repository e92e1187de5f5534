import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'

const run = promisify(execFile)

/** The decoded frames of a file, each as RGBA. */
export type Decoded = {
  width: number
  height: number
  frames: Buffer[]
  /** The duration of each frame; empty for a still picture. */
  delaysMs: number[]
}

export type Color = readonly [number, number, number]

/** Decodes a file: an MP4, WebM or Matroska file with ffmpeg, a picture, including GIF and WebP, with sharp. */
export async function decode(path: string): Promise<Decoded> {
  return /\.(?:mp4|webm|mkv)$/.test(path) ? decodeByFfmpeg(path) : decodeByVips(await readFile(path))
}

/** Without them, ffmpeg takes a shortcut that gives colors a cast. */
const exact = ['-sws_flags', 'bicubic+full_chroma_int+accurate_rnd']

/** Decodes with a single run of ffmpeg, which takes far longer to start than to decode a small clip. */
export async function decodeByFfmpeg(path: string): Promise<Decoded> {
  const frames = [
    '-map',
    '0:V:0',
    ...exact,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgba',
    'pipe:1',
  ]
  const packets = ['-map', '0:V:0', '-c', 'copy', '-f', 'framecrc', 'pipe:2']
  const { stdout, stderr } = await run('ffmpeg', ['-v', 'error', '-i', path, ...frames, ...packets], {
    encoding: 'buffer',
    maxBuffer: 2 ** 30,
  })
  const said = stderr.toString('latin1')
  const [, width, height] = (/^#dimensions 0: (\d+)x(\d+)$/m.exec(said) ?? []).map(Number)
  const [, over, under] = (/^#tb 0: (\d+)\/(\d+)$/m.exec(said) ?? []).map(Number)
  if (width === undefined || height === undefined) throw new Error(`No frames in ${path}: ${said}`)
  const ticks = said.matchAll(/^0, +-?\d+, +-?\d+, +(\d+),/gm).map(([, duration]) => Number(duration))
  return {
    width,
    height,
    frames: pages(stdout, width * height * 4),
    delaysMs: [...ticks.map((count) => Math.round((count * 1000 * (over ?? 0)) / (under ?? 1)))],
  }
}

/** Decodes the formats of libvips, from memory: its file loaders are blocked where the service's own code is loaded. */
export async function decodeByVips(bytes: Buffer): Promise<Decoded> {
  const image = sharp(bytes, { pages: -1 })
  const { width, pageHeight, height, delay = [] } = await image.metadata()
  const pixels = await image.ensureAlpha().raw().toBuffer()
  return {
    width,
    height: pageHeight ?? height,
    frames: pages(pixels, width * (pageHeight ?? height) * 4),
    delaysMs: delay,
  }
}

function pages(pixels: Buffer, size: number): Buffer[] {
  return Array.from({ length: pixels.length / size }, (_, page) =>
    pixels.subarray(page * size, (page + 1) * size),
  )
}

/**
 * The picture shown in the middle of each of `frames` frames of equal duration: encoders of GIF and WebP merge
 * identical ones.
 */
export function played(decoded: Decoded, frames: number, durationMs: number): Decoded {
  const ends: number[] = []
  for (const delay of decoded.delaysMs) ends.push((ends.at(-1) ?? 0) + delay)
  const shown = Array.from({ length: frames }, (_, frame) => {
    const atMs = ((frame + 0.5) * durationMs) / frames
    const index = ends.findIndex((end) => end > atMs)
    return decoded.frames.at(index)!
  })
  return { ...decoded, frames: shown, delaysMs: shown.map(() => durationMs / frames) }
}

/** The mean color and alpha around a position, given in parts of the frame: it averages out dithering. */
export function colorAt({ width, height, frames }: Decoded, frame: number, [x, y]: [number, number]) {
  const pixels = frames.at(frame)!
  const reach = Math.max(0, Math.min(4, Math.floor(Math.min(width, height) / 10)))
  const middle = { x: Math.floor(x * width), y: Math.floor(y * height) }
  const sum = [0, 0, 0, 0]
  let count = 0
  for (let row = middle.y - reach; row <= middle.y + reach; row += 1) {
    for (let column = middle.x - reach; column <= middle.x + reach; column += 1) {
      for (const channel of [0, 1, 2, 3]) sum[channel]! += pixels[(row * width + column) * 4 + channel]!
      count += 1
    }
  }
  const [red, green, blue, alpha] = sum.map((value) => value / count) as [number, number, number, number]
  return { color: [red, green, blue] as Color, alpha }
}

/** The largest difference of a channel. */
export function distance(one: Color, other: Color): number {
  return Math.max(...one.map((value, channel) => Math.abs(value - other[channel]!)))
}

/** The number in a frame of the `numbered` fixtures. */
export function frameNumber(decoded: Decoded, frame: number): number {
  const bits = Array.from(
    { length: 12 },
    (_, bit) => colorAt(decoded, frame, [(bit + 0.5) / 12, 0.5]).color[1] > 128,
  )
  return bits.reduce((number, bit, place) => number + (bit ? 2 ** place : 0), 0)
}

/** The number of times a GIF plays: 0 is forever, null is not declared, which means once. */
export async function gifLoops(path: string): Promise<number | null> {
  const bytes = await readFile(path)
  const extension = bytes.indexOf('NETSCAPE2.0')
  return extension === -1 ? null : bytes.readUInt16LE(extension + 13)
}
