import { trailer, unite } from '../encode/container.ts'
import { writeKeptFrame, writeKeptHead } from '../keep/rewrite-gif.ts'
import type { GifFrame } from '../read/parse-gif.ts'
import { unusedIndex } from '../read/repair-frame.ts'
import type { GifFrameReader } from './frame-reader.ts'
import { changedBox, clearedBox, paintChange } from './paint-change.ts'

/** A frame of the result: its GIF, its number there, and the time it is shown. */
export type FrameOfGif = { clip: number; frame: number; milliseconds: number }

export type EditedGif = {
  /** The number of frames with more than 256 new colors, whose rarest colors were replaced by near ones. */
  approximated: number
}

/** Disposal methods: leave the screen as it is (GIF89a, section 23), or clear the frame's box. */
const [keep, clear] = [1, 2]

type Shown = FrameOfGif & { copied: boolean; exact: boolean; disposal: number }

/**
 * Writes a GIF made of frames of other GIFs of one size, without repainting them where possible. A frame that follows
 * its former predecessor is copied; for any other frame, only what differs from the frame before is painted, in the
 * frame's own colors. `loops` is the number of times it plays; 0 means forever. Calls `write` with the bytes in order.
 * Throws GifError damaged, and RangeError if there is no frame or the sizes differ.
 */
export function editGif(
  readers: readonly GifFrameReader[],
  frames: readonly FrameOfGif[],
  loops: number,
  write: (bytes: Uint8Array) => void,
  onFrame: (count: number) => void = () => undefined,
): EditedGif {
  const [first] = readers
  if (first === undefined || frames.length === 0) throw new RangeError('a GIF has at least one frame')
  const { width, height } = first.gif
  if (readers.some(({ gif }) => gif.width !== width || gif.height !== height)) {
    throw new RangeError('the GIFs are not of the same size')
  }
  const pictureOf = ({ clip, frame }: FrameOfGif) => readerOf(readers, clip).pictureAt(frame)
  let shown = new Uint32Array(width * height)
  let before: Shown | null = null
  let approximated = 0
  write(writeKeptHead({ ...first.gif, repeats: loops === 1 ? null : Math.max(0, loops - 1) }))
  for (const [index, current] of frames.entries()) {
    const next = frames[index + 1]
    const picture = pictureOf(current)
    const nextPicture = next === undefined ? null : pictureOf(next)
    const reader = readerOf(readers, current.clip)
    const own = reader.frameAt(current.frame)
    const after = disposed(shown, picture, own, width)
    const isLast = nextPicture === null || follows(current, next)
    const mayCopy =
      follows(before, current) &&
      before !== null &&
      before.exact &&
      (before.copied || before.disposal <= keep)
    const isFirst = before === null && current.frame === 0
    if (
      (mayCopy || isFirst) &&
      (isLast || (nextPicture !== null && clearedBox(after, nextPicture, width) === null))
    ) {
      for (const part of copyFrame(reader, current, current.clip !== 0)) write(part)
      shown = after
      before = { ...current, copied: true, exact: true, disposal: own.disposal }
    } else {
      const toClear = nextPicture === null ? null : clearedBox(picture, nextPicture, width)
      const changed = index === 0 ? whole(width, height) : changedBox(shown, picture, width)
      const box =
        changed === null ? (toClear ?? onePixel) : toClear === null ? changed : unite(changed, toClear)
      const painted = paintChange(shown, picture, width, box)
      const disposal = toClear === null ? keep : clear
      for (const part of writePainted(painted, disposal, current.milliseconds)) write(part)
      if (!painted.isExact) approximated += 1
      shown = screenAfter(shown, painted, width)
      if (toClear !== null) clearBox(shown, box, width)
      // A copied frame must be painted on the screen that it was made for.
      const isSame = own.disposal <= keep && disposal === keep
      before = { ...current, copied: false, exact: painted.isExact && isSame, disposal: own.disposal }
    }
    onFrame(index + 1)
  }
  write(trailer.slice())
  return { approximated }
}

const onePixel = { left: 0, top: 0, right: 1, bottom: 1 }

const whole = (width: number, height: number) => ({ left: 0, top: 0, right: width, bottom: height })

function readerOf(readers: readonly GifFrameReader[], clip: number): GifFrameReader {
  const reader = readers[clip]
  if (reader === undefined) throw new RangeError(`there is no GIF ${clip}`)
  return reader
}

/** Returns true if a frame directly follows another in the same GIF. */
function follows(before: FrameOfGif | null, current: FrameOfGif | undefined): boolean {
  return (
    before !== null &&
    current !== undefined &&
    before.clip === current.clip &&
    before.frame + 1 === current.frame
  )
}

/** Returns the screen after a copied frame is disposed of. */
function disposed(
  before: Uint32Array,
  picture: Uint32Array,
  frame: GifFrame,
  width: number,
): Uint32Array<ArrayBuffer> {
  if (frame.disposal === 3) return before.slice()
  const after = picture.slice()
  const { left, top, disposal } = frame
  if (disposal === clear)
    clearBox(after, { left, top, right: left + frame.width, bottom: top + frame.height }, width)
  return after
}

function clearBox(
  screen: Uint32Array,
  box: { left: number; top: number; right: number; bottom: number },
  width: number,
) {
  for (let y = box.top; y < box.bottom; y += 1) screen.fill(0, y * width + box.left, y * width + box.right)
}

/** Copies a frame with a new time; in another GIF it takes the colors of its own GIF along. */
function copyFrame(
  reader: GifFrameReader,
  { frame, milliseconds }: FrameOfGif,
  isOfOther: boolean,
): Uint8Array[] {
  const decoded = reader.decode(frame)
  const localColors = decoded.frame.localColors ?? (isOfOther ? reader.gif.globalColors : null)
  return writeKeptFrame({
    ...decoded,
    frame: {
      ...decoded.frame,
      localColors,
      hasControl: true,
      delayCentiseconds: Math.round(milliseconds / 10),
    },
  })
}

function writePainted(
  { box, colors, transparentIndex, indices }: ReturnType<typeof paintChange>,
  disposal: number,
  milliseconds: number,
): Uint8Array[] {
  const minCodeSize = Math.max(2, Math.log2(colors.length / 3))
  const frame: GifFrame = {
    left: box.left,
    top: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
    isInterlaced: false,
    delayCentiseconds: Math.round(milliseconds / 10),
    disposal,
    // Without a transparent index, some decoders clear the box to the background color.
    transparentIndex: transparentIndex ?? unusedIndex(indices),
    localColors: colors,
    hasControl: true,
    minCodeSize,
    dataStart: 0,
    isCutOff: false,
  }
  const end = { pixels: indices.length, isClean: false, bits: 0, codeBits: 0 }
  // Its codes do not exist yet.
  return writeKeptFrame({ frame, indices, stored: indices, data: new Uint8Array(), end })
}

/** Returns the screen after a change is painted, which differs from the intended one if the change is not exact. */
function screenAfter(
  shown: Uint32Array,
  { box, colors, transparentIndex, indices }: ReturnType<typeof paintChange>,
  width: number,
): Uint32Array<ArrayBuffer> {
  const screen = shown.slice()
  let from = 0
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let at = y * width + box.left, end = y * width + box.right; at < end; at += 1, from += 1) {
      const index = indices[from] ?? 0
      if (index === transparentIndex) continue
      const [red = 0, green = 0, blue = 0] = colors.subarray(index * 3, index * 3 + 3)
      screen[at] = (red | (green << 8) | (blue << 16) | (255 << 24)) >>> 0
    }
  }
  return screen
}
