import { ByteReader } from './byte-reader.ts'
import { GifError } from './gif-error.ts'

/** A frame of a GIF, as its blocks describe it (GIF89a, sections 20 to 23). */
export type GifFrame = {
  /** Where it is painted, in pixels of the screen; inside of it, and not empty. */
  left: number
  top: number
  width: number
  height: number
  isInterlaced: boolean
  /** The delay as it is written, in hundredths of a second; 0 and 1 too. */
  delayCentiseconds: number
  /** The disposal method as it is written: 0 to 7. */
  disposal: number
  /** The index that is not painted; null where every index is. */
  transparentIndex: number | null
  /** The local colour table, 3 bytes a colour; null where the global one holds. */
  localColours: Uint8Array | null
  /** Whether it had a graphic control extension. */
  hasControl: boolean
  /** The bits of the smallest LZW code, as written. */
  minCodeSize: number
  /** The offset of its first data sub-block. */
  dataStart: number
}

/** What a GIF consists of. Comments, plain text and all other extensions are left out. */
export type ParsedGif = {
  /** The logical screen in pixels. */
  width: number
  height: number
  /** The flags of the screen (GIF89a, section 18): of the table, the colour resolution and the sort flag. */
  screenFlags: number
  backgroundIndex: number
  pixelAspect: number
  globalColours: Uint8Array | null
  /** The count of the NETSCAPE2.0 extension: 0 is for ever; null where there is none, and the GIF plays once. */
  repeats: number | null
  frames: GifFrame[]
}

/** What a GIF may ask of the machine. */
export type GifLimits = {
  maxFrames: number
  /** The most pixels of all frames together, counted both as their boxes and as whole screens. */
  maxPixels: number
  /** The maximum pixels of the screen, of which readers hold several copies; default: `maxPixels`. */
  maxScreenPixels?: number
  /** Called before each frame with those before it; true ends the reading without an error. */
  isEnd?: (frames: readonly GifFrame[]) => boolean
}

/** How often a GIF plays; 0 is for ever. The extension counts repetitions, and a GIF without one plays once. */
export function playsOf({ repeats }: ParsedGif): number {
  if (repeats === null) return 1
  return repeats === 0 ? 0 : Math.min(65_535, repeats + 1)
}

type Control = Pick<GifFrame, 'delayCentiseconds' | 'disposal' | 'transparentIndex' | 'hasControl'>

const noControl: Control = { delayCentiseconds: 0, disposal: 0, transparentIndex: null, hasControl: false }

const [extension, imageSeparator] = [0x21, 0x2c]
const [graphicControl, application] = [0xf9, 0xff]
const loopingApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/**
 * Reads the blocks of a GIF (GIF89a, appendix B) without decoding. Strict where the result would depend on the decoder:
 * a screen or a frame without pixels, a frame that leaves the screen, one without a color table or cut off throws
 * GifError damaged. Ends, as in browsers, at the trailer, at the end of the bytes between two blocks, or at bytes that
 * are not a block. Limits are checked as the blocks are read, the screen first. Throws GifError.
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
    if (introducer !== imageSeparator) break
    if (limits.isEnd?.(gif.frames) === true) break
    if (gif.frames.length === maxFrames) {
      throw new GifError('too_many_frames', `it has more than ${maxFrames} frames`)
    }
    const frame = readFrame(reader, gif, control)
    boxPixels += frame.width * frame.height
    gif.frames.push(frame)
    if (Math.max(boxPixels, gif.frames.length * gif.width * gif.height) > maxPixels) {
      throw new GifError(
        'too_many_pixels',
        'it has more pixels in all its frames than a file of its size may',
      )
    }
    control = noControl
  }
  if (gif.frames.length === 0) throw new GifError('damaged', 'it has no frame')
  return gif
}

/** Reads the header, the logical screen and the global colour table (GIF89a, sections 17 to 19). Throws GifError. */
function readScreen(reader: ByteReader): ParsedGif {
  const signature = reader.tryText(6)
  if (signature !== 'GIF89a' && signature !== 'GIF87a') throw new GifError('damaged', 'it is no GIF')
  const screen = reader.tryBytes(7)
  if (screen === null) throw new GifError('damaged', 'its header is cut off')
  const [width, height] = [wordAt(screen, 0), wordAt(screen, 2)]
  if (width === 0 || height === 0) throw new GifError('damaged', 'its screen has no pixels')
  const [, , , , flags = 0, backgroundIndex = 0, pixelAspect = 0] = screen
  const globalColours = readTable(reader, flags)
  if (globalColours === undefined) throw new GifError('damaged', 'its header is cut off')
  return {
    width,
    height,
    screenFlags: flags,
    backgroundIndex,
    pixelAspect,
    globalColours,
    repeats: null,
    frames: [],
  }
}

/** Throws GifError too_many_pixels for a screen that is too large. */
function checkScreen({ width, height }: ParsedGif, { maxPixels, maxScreenPixels = maxPixels }: GifLimits) {
  if (width * height <= maxScreenPixels) return
  const most = Math.floor(maxScreenPixels / 1e5) / 10
  throw new GifError('too_many_pixels', `it has ${width} x ${height} pixels, and the most is ${most} million`)
}

/** Reads a colour table where the flags announce one (GIF89a, sections 19 and 21); null without, undefined if cut off. */
function readTable(reader: ByteReader, flags: number): Uint8Array | null | undefined {
  if ((flags & 0x80) === 0) return null
  return reader.tryBytes(3 << ((flags & 7) + 1)) ?? undefined
}

/** Reads an image descriptor, its table, and where its data are (GIF89a, sections 20 to 22). Throws GifError. */
function readFrame(
  reader: ByteReader,
  { width, height, globalColours, frames }: ParsedGif,
  control: Control,
) {
  const name = `frame ${frames.length + 1}`
  const descriptor = reader.tryBytes(9)
  const localColours = descriptor === null ? undefined : readTable(reader, descriptor[8] ?? 0)
  const minCodeSize = reader.tryByte()
  if (descriptor === null || localColours === undefined || minCodeSize === undefined) {
    throw new GifError('damaged', `${name} is cut off`)
  }
  const frame: GifFrame = {
    left: wordAt(descriptor, 0),
    top: wordAt(descriptor, 2),
    width: wordAt(descriptor, 4),
    height: wordAt(descriptor, 6),
    isInterlaced: ((descriptor[8] ?? 0) & 0x40) !== 0,
    ...control,
    localColours,
    minCodeSize,
    dataStart: reader.at,
  }
  if (frame.width === 0 || frame.height === 0) throw new GifError('damaged', `${name} has no pixels`)
  if (frame.left + frame.width > width || frame.top + frame.height > height) {
    throw new GifError('damaged', `${name} is partly outside of the picture`)
  }
  if (localColours === null && globalColours === null) throw new GifError('damaged', `${name} has no colours`)
  if (!reader.trySkipBlocks()) throw new GifError('damaged', `${name} is cut off`)
  return frame
}

/**
 * Reads an extension (GIF89a, sections 23 to 26): gives what a graphic control says; sets the repeats of `gif`; null for
 * every other one; `end` where the bytes end in it.
 */
function readExtension(reader: ByteReader, gif: ParsedGif): Control | null | 'end' {
  const label = reader.tryByte()
  const first = reader.tryBlock()
  if (label === undefined || first === null) return 'end'
  let control: Control | null = null
  if (label === graphicControl && first.length === 4) {
    const [flags = 0, , , transparentIndex = 0] = first
    control = {
      delayCentiseconds: wordAt(first, 1),
      disposal: (flags >> 2) & 7,
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

/** Two bytes, the lower first. */
function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}
