import { InvalidArgumentError } from 'commander'
import type { MakeWish } from '../app/make.ts'
import { type Crop, frameMs, type GifPreset } from '../media/gif-options.ts'

/** What commander makes of the words of `make`. */
export type MakeOptions = {
  output: string
  start?: number
  end?: number
  width?: number
  height?: number
  fps?: number
  preset: GifPreset
  maxBytes?: number
  speed: number
  reverse: boolean
  boomerang: boolean
  loop: number
  crop?: Crop
  autoLoop: boolean
  watermark?: string
  delay?: number
  quiet: boolean
}

/** The largest of the file format. */
const maxSide = 65_535
const maxLoops = 65_535
const maxFps = 1000 / frameMs.min

/** The options as the maker takes them. Throws InvalidArgumentError where they do not go together. */
export function toWish(inputs: string[], options: MakeOptions): MakeWish {
  const { start = null, end = null } = options
  if (end !== null && end <= (start ?? 0)) throw new InvalidArgumentError('--end must be after --start.')
  return {
    inputs,
    startSeconds: start,
    endSeconds: end,
    gif: {
      preset: options.preset,
      maxBytes: options.maxBytes ?? null,
      loops: options.loop,
      reverse: options.reverse,
      boomerang: options.boomerang,
    },
    clip: {
      speed: options.speed,
      crop: options.crop ?? null,
      fps: options.fps ?? null,
      width: options.width ?? null,
      autoLoop: options.autoLoop,
    },
    height: options.height ?? null,
    delayMs: options.delay ?? null,
    watermarkText: options.watermark ?? null,
  }
}

/** `12.5`, `1:02.5` or `1:00:00`, in seconds. */
export function readTime(text: string): number {
  if (!/^(?:(?:\d{1,5}:)?[0-5]?\d:)?\d{1,9}(?:\.\d+)?$/.test(text)) {
    throw new InvalidArgumentError('It takes seconds such as 12.5, or minutes and seconds such as 1:02.5.')
  }
  return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** `2MB`, `500KB` or `8000000`, in bytes; a MB has a million. */
export function readBytes(text: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?) ?([km]?b?)$/i.exec(text) ?? []
  const scale = { k: 1000, m: 1_000_000 }[unit.toLowerCase()[0] ?? ''] ?? 1
  const bytes = Math.floor(Number(number) * scale)
  if (!(bytes >= 1000)) throw new InvalidArgumentError('It takes a size such as 2MB, 500KB or 8000000.')
  return bytes
}

/** `x,y,width,height`. */
export function readCrop(text: string): Crop {
  const [x, y, width, height] = /^\d+,\d+,\d+,\d+$/.test(text) ? text.split(',').map(Number) : []
  if (x === undefined || y === undefined || !width || !height) {
    throw new InvalidArgumentError('It takes x,y,width,height in pixels, such as 0,40,640,360.')
  }
  return { x, y, width, height }
}

export const readSide = wholeNumber(1, maxSide)
export const readLoops = wholeNumber(0, maxLoops)
export const readDelay = wholeNumber(frameMs.min, frameMs.max)
export const readFps = anyNumber(0.1, maxFps)
export const readSpeed = anyNumber(0.1, 100)

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It takes a whole number of ${min} to ${max}.`)
  }
}

function anyNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It takes a number of ${min} to ${max}.`)
  }
}
