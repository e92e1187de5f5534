import { type AnimationFacts, pictureFacts } from './picture-facts.ts'

/** Reads the headers of a PNG, WebP or GIF and of all its frames; returns null for anything else. Decodes nothing. */
export function animationFacts(bytes: Uint8Array): AnimationFacts | null {
  const facts = pictureFacts(bytes)
  if (facts === null) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = { ...facts, frames: 1, bytes: bytes.length }
  if (facts.type === 'gif') return { ...whole, ...readGif(view, facts) }
  return facts.type === 'webp' ? { ...whole, frames: countWebpFrames(view) } : whole
}

const [extension, imageSeparator] = [0x21, 0x2c]

/** Decoders enlarge the screen of a GIF for frames that extend past it (GIF89a, sections 18 and 20). */
function readGif(view: DataView, screen: { width: number; height: number }) {
  let { width, height } = screen
  let frames = 0
  let at = 13 + tableBytes(view, 10)
  for (;;) {
    const introducer = byteAt(view, at)
    if (introducer === extension) at = afterBlocks(view, at + 2)
    else if (introducer === imageSeparator && at + 10 <= view.byteLength) {
      frames += 1
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true))
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true))
      at = afterBlocks(view, at + 11 + tableBytes(view, at + 9))
    } else return { width, height, frames }
  }
}

/** Returns the size of the color table according to the flags. */
function tableBytes(view: DataView, at: number): number {
  const flags = byteAt(view, at)
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1)
}

/** Returns the offset after data sub-blocks and their terminator. */
function afterBlocks(view: DataView, start: number): number {
  let at = start
  for (let size = byteAt(view, at); size > 0; size = byteAt(view, at)) at += 1 + size
  return at + 1
}

function byteAt(view: DataView, at: number): number {
  return at < view.byteLength ? view.getUint8(at) : 0
}

const anmf = 0x414e4d46

/** https://developers.google.com/speed/webp/docs/riff_container */
function countWebpFrames(view: DataView): number {
  let frames = 0
  for (let at = 12; at + 8 <= view.byteLength;) {
    if (view.getUint32(at) === anmf) frames += 1
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size % 2)
  }
  return Math.max(1, frames)
}
