import { open } from 'node:fs/promises'

/* Finds where the clock of an MPEG stream restarts: in recordings joined byte by byte, and in the cells of DVDs. */

const clockHz = 90_000
/** Time stamps have 33 bits, so they restart at 0 every 26.5 hours without a joint. */
const wrap = 2 ** 33

/** A stamp this much before the last one begins another recording: pictures are never reordered by more. */
const maxBackTicks = 0.5 * clockHz
/** A stamp this much after it does, too: no picture is shown that long. */
const maxAheadTicks = 600 * clockHz

const chunkBytes = 2 ** 20

/** The most bytes of a packet to read: its head, up to its time stamps. */
const headBytes = 64

/**
 * Returns true if the video time stamps of an MPEG transport stream or program stream (ISO/IEC 13818-1) jump. Reads the
 * file up to the first jump, decodes nothing, and never throws because of its content.
 */
export async function hasJoint(path: string, type: 'mpegts' | 'mpegps'): Promise<boolean> {
  const clock = new StreamClock()
  const read = type === 'mpegts' ? readTransportPackets : readProgramPackets
  const file = await open(path)
  try {
    let rest = Buffer.alloc(0)
    for (let at = 0; !clock.hasJumped;) {
      const chunk = Buffer.alloc(chunkBytes)
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, at)
      if (bytesRead === 0) break
      at += bytesRead
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      const next = read(bytes, clock)
      rest = bytes.subarray(Math.min(next, bytes.length))
      // A packet may be longer than the part that was read.
      at += Math.max(0, next - bytes.length)
    }
    return clock.hasJumped
  } finally {
    await file.close()
  }
}

/** Follows the decoding time stamps of each video stream. */
class StreamClock {
  readonly #last = new Map<number, number>()
  hasJumped = false

  /** Takes the next stamp of a stream, in ticks. */
  add(stream: number, ticks: number): void {
    const last = this.#last.get(stream) ?? ticks
    const ahead = ((ticks - last + wrap * 1.5) % wrap) - wrap / 2
    this.hasJumped ||= ahead < -maxBackTicks || ahead > maxAheadTicks
    this.#last.set(stream, ticks)
  }
}

/** Both readers return the offset of the first incomplete packet in `bytes`. */
function readTransportPackets(bytes: Buffer, clock: StreamClock): number {
  const size = bytes[4] === syncByte && bytes[4 + 192] === syncByte ? 192 : 188
  const first = size - 188
  let at = 0
  while (at + size + first < bytes.length) {
    const start = at + first
    if (bytes[start] !== syncByte || (bytes[start + size] !== syncByte && start + size < bytes.length)) {
      at += 1
      continue
    }
    const beginsPacket = ((bytes[start + 1] ?? 0) & 0x40) !== 0
    const control = ((bytes[start + 3] ?? 0) >> 4) & 3
    if (beginsPacket && (control & 1) === 1) {
      const adaptation = control === 3 ? 1 + (bytes[start + 4] ?? 0) : 0
      const pid = bytes.readUInt16BE(start + 1) & 0x1fff
      readPacketHead(bytes.subarray(start + 4 + adaptation, start + 188), pid, clock)
    }
    at += size
  }
  return at
}

const syncByte = 0x47

function readProgramPackets(bytes: Buffer, clock: StreamClock): number {
  let at = 0
  while (at + headBytes <= bytes.length) {
    const isStart = bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1
    const code = bytes[at + 3] ?? 0
    if (!isStart || code < 0xb9) at += 1
    else if (code === 0xb9) at += 4
    else if (code === 0xba) at += (bytes[at + 4] ?? 0) >> 6 === 1 ? 14 + ((bytes[at + 13] ?? 0) & 7) : 12
    else {
      readPacketHead(bytes.subarray(at, at + headBytes), code, clock)
      at += 6 + bytes.readUInt16BE(at + 4)
    }
  }
  return at
}

/** Reads the time stamp of a packet of video, if `head` is one (ISO/IEC 13818-1, 2.4.3.6, and 11172-1, 2.4.3.3). */
function readPacketHead(head: Buffer, stream: number, clock: StreamClock): void {
  const code = head[3] ?? 0
  const isVideo = (code >= 0xe0 && code <= 0xef) || code === 0xfd
  if (head.length < 24 || head[0] !== 0 || head[1] !== 0 || head[2] !== 1 || !isVideo) return
  const stamps = (head[6] ?? 0) >> 6 === 2 ? stampsOfMpeg2(head) : stampsOfMpeg1(head)
  if (stamps === null || stamps.at + 10 > head.length) return
  clock.add(stream, readTicks(head, stamps.hasBoth ? stamps.at + 5 : stamps.at))
}

type Stamps = { at: number; hasBoth: boolean } | null

function stampsOfMpeg2(head: Buffer): Stamps {
  const flags = (head[7] ?? 0) >> 6
  return flags < 2 ? null : { at: 9, hasBoth: flags === 3 }
}

function stampsOfMpeg1(head: Buffer): Stamps {
  let at = 6
  while (head[at] === 0xff) at += 1
  if ((head[at] ?? 0) >> 6 === 1) at += 2
  const mark = (head[at] ?? 0) >> 4
  return mark === 2 || mark === 3 ? { at, hasBoth: mark === 3 } : null
}

/** Reads 33 bits from five bytes, with a marker bit after 3, 15 and 15 of them. */
function readTicks(bytes: Buffer, at: number): number {
  const high = ((bytes[at] ?? 0) >> 1) & 7
  return high * 2 ** 30 + (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 + (bytes.readUInt16BE(at + 3) >> 1)
}
