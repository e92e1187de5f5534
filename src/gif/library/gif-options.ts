import { type PresetName, presetNames } from '../encode/encoder-settings.ts'

/** Pixels: red, green, blue and alpha, 8 bits each, straight alpha, row by row from the top. */
export type Rgba = Uint8Array | Uint8ClampedArray

/**
 * A frame: its pixels, or an object that has them as `data`, as the `ImageData` of a canvas has. `durationMs` says how long
 * it is shown, in milliseconds; without it, that is `frameMs`.
 */
export type GifFrame = Rgba | { data: Rgba; width?: number; height?: number; durationMs?: number }

/** Frames in the order in which they are shown. */
export type GifFrames = Iterable<GifFrame> | AsyncIterable<GifFrame>

/** The GIF that is wanted. */
export type GifOptions = {
  /** The width of the frames in pixels, 1 to 65,535. */
  width: number
  /** The height of the frames in pixels, 1 to 65,535. */
  height: number
  /** Quality against size; `balanced` where it is left out. */
  preset?: PresetName
  /** How often the GIF plays, 1 to 65,535; 0, which is the default, is forever. */
  loops?: number
  /** How long a frame is shown that does not say so, in milliseconds; 100 where it is left out. */
  frameMs?: number
}

/** The GIF that is wanted, and what it may take. */
export type LimitedGifOptions = GifOptions & {
  /**
   * The most bytes that the GIF may have. It gets the best quality that fits: with `best` also better than without a limit, with the others from theirs downwards. All frames
   * are held in memory and encoded more than once.
   */
  maxBytes?: number
  /**
   * Whether the GIF may have fewer pixels and frames than there are, where worse quality alone does not keep `maxBytes`.
   * Without it, the error is a `SizeLimitError`.
   */
  mayShrink?: boolean
}

/** Options of which all are known and valid. */
export type CheckedOptions = Required<GifOptions> & {
  maxBytes: number | undefined
  mayShrink: boolean
}

/** A frame whose size and time are valid. */
export type CheckedFrame = { data: Uint8Array; durationMs: number }

/** The largest number of 16 bits, which sides, plays and hundredths of a second of a GIF are. */
const most = 65_535

/** Fills in what is left out. Throws RangeError and TypeError that name the option at fault. */
export function checkGifOptions(options: LimitedGifOptions): CheckedOptions {
  const {
    width,
    height,
    preset = 'balanced',
    loops = 0,
    frameMs = 100,
    maxBytes,
    mayShrink = false,
  } = options
  checkWhole('width', width, 1, most)
  checkWhole('height', height, 1, most)
  checkWhole('loops', loops, 0, most)
  checkDuration('frameMs', frameMs)
  if (maxBytes !== undefined) checkWhole('maxBytes', maxBytes, 1, Number.MAX_SAFE_INTEGER)
  if (!presetNames.includes(preset))
    throw new TypeError(`preset must be one of ${presetNames.join(', ')}, not ${preset as string}.`)
  return { width, height, preset, loops, frameMs, maxBytes, mayShrink }
}

/** Checks the options of a GIF that is written while its frames come. Throws what `checkGifOptions` throws. */
export function checkStreamOptions(options: GifOptions): CheckedOptions {
  const checked = checkGifOptions(options)
  if (checked.maxBytes !== undefined)
    throw new TypeError('maxBytes needs all frames before the first byte is written: use encodeGif.')
  return checked
}

/** Reads a frame; `number` counts from 1. Throws RangeError and TypeError that name the frame and what is wrong with it. */
export function checkFrame(frame: GifFrame, options: CheckedOptions, number: number): CheckedFrame {
  const { width, height } = options
  const given = ArrayBuffer.isView(frame) ? { data: frame } : frame
  const data: unknown = given?.data
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray))
    throw new TypeError(`Frame ${number} must be RGBA bytes, or an object with them as data.`)
  if ((given.width ?? width) !== width || (given.height ?? height) !== height)
    throw new RangeError(
      `Frame ${number} must be ${width} x ${height} pixels, not ${given.width} x ${given.height}.`,
    )
  if (data.length !== width * height * 4)
    throw new RangeError(
      `Frame ${number} must have ${width} x ${height} x 4 = ${width * height * 4} bytes, not ${data.length}.`,
    )
  const durationMs = given.durationMs ?? options.frameMs
  checkDuration(`durationMs of frame ${number}`, durationMs)
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), durationMs }
}

/** Throws RangeError with the name of a value that is not a whole number from one to another. */
function checkWhole(name: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return
  throw new RangeError(`${name} must be a whole number from ${from} to ${to}, not ${String(value)}.`)
}

/** Throws RangeError with the name of a time that no frame of a GIF can have, in milliseconds. */
function checkDuration(name: string, value: number): void {
  if (typeof value === 'number' && value >= 0 && value <= most * 10) return
  throw new RangeError(`${name} must be from 0 to ${most * 10} milliseconds, not ${String(value)}.`)
}
