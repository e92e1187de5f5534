import { ByteReader } from './byte-reader.ts'
import { GifError } from './gif-error.ts'

/** A frame of a GIF, as its blocks describe it (GIF89a, sections 20 to 23). */
export type GifFrame = {
  /** Its box in pixels of the screen. As written, it may extend past the screen, be outside it, or be empty. */
  left: number
  top: number
  width: number
  height: number
  isInterlaced: boolean
  /** The delay as written, in hundredths of a second, including 0 and 1. */
  delayCentiseconds: number
  /** The disposal method, 0 to 3: 4 is read as 3, and undefined values as 1. */
  disposal: number
  /** The index that is not painted; null if every index is. */
  transparentIndex: number | null
  /** The local color table, 3 bytes per color; null if the frame uses the global one. */
  localColors: Uint8Array | null
  /** True if it had a graphic control extension. */
  hasControl: boolean
  /** The bits of the smallest LZW code, as written. */
  minCodeSize: number
  /** The offset of its first data sub-block. */
  dataStart: number
  /** True if the bytes end within its data. */
  isCutOff: boolean
}

/** The structure of a GIF. Comments, plain text and all other extensions are omitted. */
export type ParsedGif = {
  /** The screen in pixels: the logical screen, enlarged to hold the first frame. */
  width: number
  height: number
  /** The flags of the screen (GIF89a, section 18): of the table, the color resolution and the sort flag. */
  screenFlags: number
  backgroundIndex: number
  globalColors: Uint8Array | null
  /** The count of the NETSCAPE2.0 extension: 0 means forever; null without the extension: the GIF plays once. */
  repeats: number | null
  frames: GifFrame[]
  /** True if it ends with a trailer; browsers do not need one. */
  hasTrailer: boolean
}

/** Limits on the resources that a GIF may use. */
export type GifLimits = {
  maxFrames: number
  /** The most pixels of all frames together, counted both as their boxes and as whole screens. */
  maxPixels: number
  /** The most pixels of the screen, of which readers hold several copies; default: `maxPixels`. */
  maxScreenPixels?: number
  /** Called before each frame with the frames so far; return true to end the reading without an error. */
  isEnd?: (frames: readonly GifFrame[]) => boolean
}

/**
 * Returns how many times a GIF plays; 0 means forever. The extension counts repetitions; without it a GIF plays once.
 */
export function playsOf({ repeats }: ParsedGif): number {
  if (repeats === null) return 1
  return repeats === 0 ? 0 : Math.min(65_535, repeats + 1)
}

type Control = Pick<GifFrame, 'delayCentiseconds' | 'disposal' | 'transparentIndex' | 'hasControl'>

const noControl: Control = { delayCentiseconds: 0, disposal: 0, transparentIndex: null, hasControl: false }

const [extension, imageSeparator, trailer] = [0x21, 0x2c, 0x3b]
const [graphicControl, application] = [0xf9, 0xff]
const loopingApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/**
 * Reads the blocks of a GIF (GIF89a, appendix B) without decoding, as leniently as browsers do. Ends at the trailer, at
 * bytes that are not a block, or at the end of the bytes; a frame counts if it has some of its data. A first frame that
 * extends past the screen enlarges it. Limits are checked as the blocks are read, the screen first. Throws GifError:
 * damaged if there is no header, frame or pixel; too_many_frames, too_many_pixels and screen_too_large.
 */
export function parseGif(bytes: Uint8Array, limits: GifLimits): ParsedGif {
  const { maxFrames, maxPixels } = limits
  const reader = new ByteReader(bytes)
  const gif = readScreen(reader)
  checkScreen(gif, limits)
  let control = noControl
  let boxPixels = 0
  for (let introducer = reader.tryByte(); ; introducer = reader.tryByte()) {
    if (introducer === extension) {
      const found = readExtension(reader, gif)
      if (found === 'end') break
      control = found ?? control
      continue
    }
    if (introducer !== imageSeparator) {
      gif.hasTrailer = introducer === trailer
      break
    }
    if (limits.isEnd?.(gif.frames) === true) break
    const frame = readFrame(reader, control)
    if (frame === null) break
    if (gif.frames.length === maxFrames) {
      throw new GifError('too_many_frames', `it has more than ${maxFrames} frames`)
    }
    if (gif.frames.length === 0) enlargeScreen(gif, frame, limits)
    if (isOnScreen(frame, gif)) boxPixels += frame.width * frame.height
    gif.frames.push(frame)
    if (Math.max(boxPixels, gif.frames.length * gif.width * gif.height) > maxPixels) {
      throw new GifError(
        'too_many_pixels',
        'it has more pixels in all its frames than a file of its size may',
      )
    }
    if (frame.isCutOff) break
    control = noControl
  }
  if (gif.frames.length === 0) throw new GifError('damaged', 'it has no frame')
  if (gif.width * gif.height === 0) throw new GifError('damaged', 'its screen has no pixels')
  return gif
}

/** Returns true if any pixel of a frame's box is on the screen. */
export function isOnScreen(
  { left, top, width, height }: GifFrame,
  screen: { width: number; height: number },
): boolean {
  return width > 0 && height > 0 && left < screen.width && top < screen.height
}

/** The longest side that a GIF can have. */
const maxSide = 65_535

/** Enlarges the screen to hold the first frame, as browsers do. Throws GifError screen_too_large. */
function enlargeScreen(gif: ParsedGif, { left, top, width, height }: GifFrame, limits: GifLimits): void {
  gif.width = Math.min(maxSide, Math.max(gif.width, left + width))
  gif.height = Math.min(maxSide, Math.max(gif.height, top + height))
  checkScreen(gif, limits)
}

/** Reads the header, the logical screen and the global color table (GIF89a, sections 17 to 19). Throws GifError. */
function readScreen(reader: ByteReader): ParsedGif {
  const signature = reader.tryText(6)
  if (signature !== 'GIF89a' && signature !== 'GIF87a') throw new GifError('damaged', 'it is no GIF')
  const screen = reader.tryBytes(7)
  if (screen === null) throw new GifError('damaged', 'its header is cut off')
  const [, , , , flags = 0, backgroundIndex = 0] = screen
  const globalColors = readTable(reader, flags)
  if (globalColors === undefined) throw new GifError('damaged', 'its header is cut off')
  return {
    width: wordAt(screen, 0),
    height: wordAt(screen, 2),
    screenFlags: flags,
    backgroundIndex,
    globalColors,
    repeats: null,
    frames: [],
    hasTrailer: false,
  }
}

/** Throws GifError screen_too_large. */
function checkScreen({ width, height }: ParsedGif, { maxPixels, maxScreenPixels = maxPixels }: GifLimits) {
  const pixels = width * height
  if (pixels <= maxScreenPixels) return
  const most = Math.floor(maxScreenPixels / 1e5) / 10
  throw new GifError(
    'screen_too_large',
    `it has ${width} x ${height} pixels, and the most is ${most} million`,
    pixels,
  )
}

/** Reads a color table (GIF89a, sections 19 and 21); null if the flags announce none, undefined if it is cut off. */
function readTable(reader: ByteReader, flags: number): Uint8Array | null | undefined {
  if ((flags & 0x80) === 0) return null
  return reader.tryBytes(3 << ((flags & 7) + 1)) ?? undefined
}

/**
 * Reads an image descriptor, its table, and the offset of its data (GIF89a, sections 20 to 22); returns null if the
 * bytes end before its data.
 */
function readFrame(reader: ByteReader, control: Control): GifFrame | null {
  const descriptor = reader.tryBytes(9)
  const localColors = descriptor === null ? undefined : readTable(reader, descriptor[8] ?? 0)
  const minCodeSize = reader.tryByte()
  if (descriptor === null || localColors === undefined || minCodeSize === undefined) return null
  const dataStart = reader.at
  const isCutOff = !reader.trySkipBlocks()
  if (isCutOff && !hasData(reader, dataStart)) return null
  return {
    left: wordAt(descriptor, 0),
    top: wordAt(descriptor, 2),
    width: wordAt(descriptor, 4),
    height: wordAt(descriptor, 6),
    isInterlaced: ((descriptor[8] ?? 0) & 0x40) !== 0,
    ...control,
    localColors,
    minCodeSize,
    dataStart,
    isCutOff,
  }
}

/** Returns true if there is a byte of data after the length of the first sub-block. */
function hasData(reader: ByteReader, dataStart: number): boolean {
  reader.at = dataStart + 1
  return reader.tryByte() !== undefined
}

/** Returns the disposal that browsers see in the flags (GIF89a, section 23): some encoders write 4 for 3. */
function disposalOf(flags: number): number {
  const written = (flags >> 2) & 7
  if (written <= 3) return written
  return written === 4 ? 3 : 1
}

/**
 * Reads an extension (GIF89a, sections 23 to 26) and sets the repeats of `gif`. Returns a graphic control, null for
 * every other extension, or `end` if the bytes end in it.
 */
function readExtension(reader: ByteReader, gif: ParsedGif): Control | null | 'end' {
  const label = reader.tryByte()
  const first = reader.tryBlock()
  if (label === undefined || first === null) return 'end'
  let control: Control | null = null
  if (label === graphicControl && first.length >= 4) {
    const [flags = 0, , , transparentIndex = 0] = first
    control = {
      delayCentiseconds: wordAt(first, 1),
      disposal: disposalOf(flags),
      transparentIndex: (flags & 1) === 0 ? null : transparentIndex,
      hasControl: true,
    }
  }
  if (first.length === 0) return control
  const isLooping =
    label === application && loopingApplications.has(String.fromCharCode(...first.subarray(0, 11)))
  for (let block = reader.tryBlock(); ; block = reader.tryBlock()) {
    if (block === null) return 'end'
    if (block.length === 0) return control
    if (isLooping && block.length === 3 && (block[0] ?? 0) === 1) gif.repeats = wordAt(block, 1)
  }
}

/** Reads two bytes, low byte first. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}
