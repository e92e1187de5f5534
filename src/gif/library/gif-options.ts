import { type PresetName, presetNames } from '../encode/encoder-settings.ts'

/** Pixels: red, green, blue and alpha, 8 bits each, straight alpha, row by row from the top. */
export type Rgba = Uint8Array | Uint8ClampedArray

/**
 * A frame: its pixels, or an object that has them as `data`, such as the `ImageData` of a canvas. `durationMs` is the
 * time it is shown, in milliseconds; it defaults to `frameMs`.
 */
export type GifFrame = Rgba | { data: Rgba; width?: number; height?: number; durationMs?: number }

/** Frames in display order. */
export type GifFrames = Iterable<GifFrame> | AsyncIterable<GifFrame>

/** Options of the GIF to make. */
export type GifOptions = {
  /** The width of the frames in pixels, 1 to 65,535. */
  width: number
  /** The height of the frames in pixels, 1 to 65,535. */
  height: number
  /** Quality against size; default: `balanced`. */
  preset?: PresetName
  /** The number of times the GIF plays, 1 to 65,535; 0, the default, means forever. */
  loops?: number
  /** The time to show frames that do not specify one, in milliseconds; default: 100. */
  frameMs?: number
}

/** Options of the GIF to make, with limits on its size. */
export type LimitedGifOptions = GifOptions & {
  /**
   * The most bytes that the GIF may have. It gets the best quality that fits: for `best` that may be better than
   * without a limit; the other presets go down from their own quality. All frames are held in memory and encoded more
   * than once.
   */
  maxBytes?: number
  /** Allows fewer pixels and frames if lower quality alone does not keep `maxBytes`, instead of a `SizeLimitError`. */
  mayShrink?: boolean
}

/** Options that are complete and valid. */
export type CheckedOptions = Required<GifOptions> & {
  maxBytes: number | undefined
  mayShrink: boolean
}

/** A frame with a valid size and time. */
export type CheckedFrame = { data: Uint8Array; durationMs: number }

/** The largest 16-bit number, which limits a GIF's sides, loop count and delays in hundredths of a second. */
const most = 65_535

/** Fills in defaults. Throws RangeError and TypeError that name the invalid option. */
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

/** Checks the options of a GIF that is written while its frames arrive. Throws what `checkGifOptions` throws. */
export function checkStreamOptions(options: GifOptions): CheckedOptions {
  const checked = checkGifOptions(options)
  if (checked.maxBytes !== undefined)
    throw new TypeError('maxBytes needs all frames before the first byte is written: use encodeGif.')
  return checked
}

/** Reads a frame; `number` counts from 1. Throws RangeError and TypeError that name the frame and the problem. */
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

/** Throws RangeError with the name of a value that is not an integer within the bounds. */
function checkWhole(name: string, value: number, from: number, to: number): void {
  if (Number.isInteger(value) && value >= from && value <= to) return
  throw new RangeError(`${name} must be a whole number from ${from} to ${to}, not ${String(value)}.`)
}

/** Throws RangeError with the name of a duration, in milliseconds, that no GIF frame can have. */
function checkDuration(name: string, value: number): void {
  if (typeof value === 'number' && value >= 0 && value <= most * 10) return
  throw new RangeError(`${name} must be from 0 to ${most * 10} milliseconds, not ${String(value)}.`)
}
