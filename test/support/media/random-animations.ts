import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import sharp from 'sharp'
import { flatRows, type WrittenFrame, writeApng } from './apng.ts'
import { randomGif, writeRawGif } from './raw-gif.ts'

const run = promisify(execFile)

/** Whole frames of few colors, each different from the previous one. */
type FlatAnimation = { width: number; height: number; frames: Buffer[]; delaysMs: number[]; plays: number }

/** An animated picture made by another program, or by a writer of the tests. */
export type RandomFile = {
  type: 'image/gif' | 'image/webp' | 'image/png'
  write: (folder: string) => Promise<Buffer>
}

const colors = [
  [0, 0, 0, 0],
  [255, 0, 0, 255],
  [0, 200, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
  [0, 0, 0, 255],
] as const

const side = fc.integer({ min: 2, max: 20 })
const plays = fc.integer({ min: 0, max: 5 })

/** Frames with a background, and a square in another color. */
function flatAnimation(delay: fc.Arbitrary<number>): fc.Arbitrary<FlatAnimation> {
  const color = fc.nat(colors.length - 1)
  return fc
    .record({
      ...{ width: side, height: side, plays },
      frames: fc.array(fc.record({ ground: color, square: color, x: fc.nat(19), y: fc.nat(19), delay }), {
        minLength: 2,
        maxLength: 6,
      }),
    })
    .map(({ width, height, plays, frames }) => {
      const drawn = frames.map(({ ground, square, x, y }) => {
        const pixels = Array.from({ length: width * height }, (_, at) => {
          const isInside = at % width >= x % width && Math.floor(at / width) >= y % height
          return colors[isInside ? square : ground] ?? colors[0]
        })
        return Buffer.from(pixels.flat())
      })
      const kept = drawn.flatMap((frame, index) => (drawn[index - 1]?.equals(frame) === true ? [] : [index]))
      return {
        ...{ width, height, plays },
        frames: kept.flatMap((index) => drawn[index] ?? []),
        delaysMs: kept.map((index) => frames[index]?.delay ?? 100),
      }
    })
    .filter(({ frames }) => frames.length > 1)
}

const hundredths = fc.integer({ min: 2, max: 40 }).map((time) => time * 10)
const milliseconds = fc.integer({ min: 20, max: 400 })

/** The results of libvips, gifsicle and ffmpeg for frames, and GIFs and PNGs with any boxes and disposals. */
export const randomFile: fc.Arbitrary<RandomFile> = fc.oneof(
  flatAnimation(hundredths).map((clip): RandomFile => ({
    type: 'image/gif',
    write: () => byVips(clip, 'gif'),
  })),
  flatAnimation(hundredths).map((clip): RandomFile => ({
    type: 'image/gif',
    write: (folder) => byGifsicle(clip, folder),
  })),
  flatAnimation(milliseconds).map((clip): RandomFile => ({
    type: 'image/webp',
    write: () => byVips(clip, 'webp'),
  })),
  flatAnimation(milliseconds).map((clip): RandomFile => ({
    type: 'image/png',
    write: (folder) => byFfmpeg(clip, folder),
  })),
  boxedGif(),
  boxedPng(),
)

function byVips(
  { width, height, frames, delaysMs, plays }: FlatAnimation,
  format: 'gif' | 'webp',
): Promise<Buffer> {
  const raw = { width, height: height * frames.length, channels: 4 as const, pageHeight: height }
  const image = sharp(Buffer.concat(frames), { raw })
  const options = { delay: delaysMs, loop: plays }
  return (
    format === 'gif'
      ? image.gif({ ...options, dither: 0 })
      : image.webp({ ...options, lossless: true, exact: true })
  ).toBuffer()
}

async function byGifsicle(clip: FlatAnimation, folder: string): Promise<Buffer> {
  const path = join(folder, 'plain.gif')
  await writeFile(path, await byVips(clip, 'gif'))
  const { stdout } = await run('gifsicle', ['-O3', path], { encoding: 'buffer' })
  return stdout
}

async function byFfmpeg(
  { width, height, frames, delaysMs, plays }: FlatAnimation,
  folder: string,
): Promise<Buffer> {
  const path = join(folder, 'frames.rgba')
  await writeFile(path, Buffer.concat(frames))
  const starts = delaysMs.slice(0, -1).map((ms, frame) => `gte(N,${frame + 1})*${ms}`)
  // A pipe would not allow it to write the number of frames, which precedes them.
  const made = join(folder, 'made.png')
  await run('ffmpeg', [
    ...[
      '-v',
      'error',
      '-f',
      'rawvideo',
      '-pixel_format',
      'rgba',
      '-video_size',
      `${width}x${height}`,
      '-i',
      path,
    ],
    ...['-vf', `settb=1/1000,setpts='${['0', ...starts].join('+')}'`],
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-plays', String(plays)],
    ...['-final_delay', `${delaysMs.at(-1) ?? 100}/1000`, '-y', '-f', 'apng', made],
  ])
  return readFile(made)
}

function boxedGif(): fc.Arbitrary<RandomFile> {
  const disposals = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 })
  return fc.tuple(randomGif({ isTidy: true }), disposals).map(([gif, methods]) => {
    const frames = gif.frames.map((frame, index) => ({
      ...frame,
      control:
        frame.control === null
          ? null
          : { ...frame.control, delay: frame.control.delay % 50, disposal: methods[index] ?? 0 },
    }))
    return { type: 'image/gif', write: () => Promise.resolve(writeRawGif({ ...gif, frames })) }
  })
}

function boxedPng(): fc.Arbitrary<RandomFile> {
  const span = (most: number) =>
    fc
      .tuple(fc.nat(most - 1), fc.nat(most - 1))
      .map(([one, other]) => ({ start: Math.min(one, other), length: Math.abs(one - other) + 1 }))
  return fc.tuple(side, side).chain(([width, height]) => {
    const whole = {
      x: fc.constant({ start: 0, length: width }),
      y: fc.constant({ start: 0, length: height }),
    }
    const frame = (box: { x: fc.Arbitrary<Span>; y: fc.Arbitrary<Span> }): fc.Arbitrary<WrittenFrame> =>
      fc
        .record({
          ...box,
          delay: fc.tuple(
            fc.oneof(fc.constant(0), fc.integer({ min: 3, max: 40 })),
            fc.constantFrom(0, 100, 120),
          ),
          disposal: fc.constantFrom(0, 1, 2),
          isBlended: fc.boolean(),
          colorsOfBox: fc.tuple(fc.nat(colors.length - 1), fc.nat(colors.length - 1)),
        })
        .map(({ x, y, delay, disposal, isBlended, colorsOfBox: [one, other] }) => ({
          ...{ left: x.start, top: y.start, width: x.length, height: y.length, delay, isBlended },
          disposal,
          rows: [
            ...flatRows(x.length, 1, colors[one] ?? []),
            ...flatRows(x.length, y.length - 1, colors[other] ?? []),
          ],
        }))
    return fc
      .record({
        first: frame(whole),
        others: fc.array(frame({ x: span(width), y: span(height) }), { minLength: 1, maxLength: 5 }),
        plays,
      })
      .map(({ first, others, plays }) => ({
        type: 'image/png',
        write: () =>
          Promise.resolve(
            writeApng({ width, height, bitDepth: 8, colorType: 6, plays, frames: [first, ...others] }),
          ),
      }))
  })
}

type Span = { start: number; length: number }
