import { AppError } from '../../lib/app-error.ts'

/** A frame in a buffer that is reused for the next one, and its time stamp, or 0 without stamps. */
export type ReadFrame = { frame: Uint8Array; stampMs: number }

/** Splits arriving bytes into frames. */
export type FrameReader = {
  /** Returns the place for the next bytes. */
  place: () => Uint8Array
  /** Yields the frames that the first `count` bytes in that place complete. */
  read: (count: number) => Iterator<ReadFrame>
}

/** Reads raw frames of one size, without anything between them. */
export class RawFrames implements FrameReader {
  readonly #frame: Uint8Array
  #filled = 0

  constructor(frameBytes: number) {
    this.#frame = new Uint8Array(frameBytes)
  }

  /** The rest of the current frame. */
  place(): Uint8Array {
    return this.#frame.subarray(this.#filled)
  }

  *read(count: number): Generator<ReadFrame> {
    this.#filled += count
    if (this.#filled < this.#frame.length) return
    this.#filled = 0
    yield { frame: this.#frame, stampMs: 0 }
  }
}

/** The arguments that make ffmpeg write raw frames with their time stamps, each in a separate cluster, to `pipe:1`. */
export const stampedOutput = [
  ...['-enc_time_base', '1:1000', '-c:v', 'rawvideo', '-f', 'matroska', '-allow_raw_vfw', '1'],
  ...['-cluster_time_limit', '0', '-cluster_size_limit', '1', '-write_crc32', '0', 'pipe:1'],
]

/** The elements of Matroska that are read (RFC 9559); all others are skipped. */
const ids = {
  segment: 0x18_53_80_67,
  cluster: 0x1f_43_b6_75,
  timestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

/** Elements that contain elements. */
const parents = new Set<number>([ids.segment, ids.cluster, ids.blockGroup])

/** The identifier and the size of an element take at most 4 and 8 bytes. */
const maxHeadBytes = 12

/** The head of a block, before its pixels: the track number in one byte, the time relative to the cluster, flags. */
const blockHeadBytes = 4

/** The bytes of frames with time stamps to read at once. */
const readBytes = 256 * 1024

/** Reads raw frames of one size from the output of ffmpeg with `stampedOutput`. */
export class StampedFrames implements FrameReader {
  readonly #bytes = new Uint8Array(readBytes)
  readonly #frame: Uint8Array
  readonly #head = new Uint8Array(maxHeadBytes + blockHeadBytes)
  #headBytes = 0
  /** The remaining bytes of the current element: of a frame, or to skip. */
  #left = 0
  #filled = 0
  #isFrame = false
  #clusterMs = 0
  #stampMs = 0

  constructor(frameBytes: number) {
    this.#frame = new Uint8Array(frameBytes)
  }

  place(): Uint8Array {
    return this.#bytes
  }

  /** Yields the frames that the bytes complete. Throws AppError internal for a frame of another size. */
  *read(count: number): Generator<ReadFrame> {
    const chunk = this.#bytes.subarray(0, count)
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const part = chunk.subarray(at, at + this.#left)
        at += part.length
        this.#left -= part.length
        if (!this.#isFrame) continue
        this.#frame.set(part, this.#filled)
        this.#filled += part.length
        if (this.#left === 0) yield { frame: this.#frame, stampMs: this.#stampMs }
        continue
      }
      this.#head[this.#headBytes] = chunk[at] ?? 0
      this.#headBytes += 1
      at += 1
      this.#readHead()
    }
  }

  /** Reads the head of an element once it is complete: a block's includes its own, and a time stamp's its value. */
  #readHead(): void {
    const head = this.#head.subarray(0, this.#headBytes)
    const idBytes = lengthOf(head[0])
    const sizeBytes = lengthOf(head[idBytes])
    const start = idBytes + sizeBytes
    if (head.length <= idBytes || head.length < start) return
    const id = numberOf(head.subarray(0, idBytes))
    // The first set bit marks the length of the number.
    const marker = 0x80 >> (sizeBytes - 1)
    const size =
      ((head[idBytes] ?? 0) - marker) * 256 ** (sizeBytes - 1) + numberOf(head.subarray(idBytes + 1, start))
    if (id === ids.timestamp) {
      if (head.length < start + size) return
      this.#clusterMs = numberOf(head.subarray(start))
    } else if (id === ids.block || id === ids.simpleBlock) {
      if (head.length < start + blockHeadBytes) return
      const relative = (((head[start + 1] ?? 0) << 24) >> 16) | (head[start + 2] ?? 0)
      this.#beginFrame(size - blockHeadBytes, this.#clusterMs + relative)
    } else if (!parents.has(id)) {
      this.#isFrame = false
      this.#left = size
    }
    this.#headBytes = 0
  }

  #beginFrame(bytes: number, stampMs: number): void {
    if (bytes !== this.#frame.length) {
      const cause = `a frame of ${bytes} bytes, not ${this.#frame.length}`
      throw new AppError('internal', 'The GIF could not be made.', { retry: true, cause })
    }
    this.#isFrame = true
    this.#filled = 0
    this.#left = bytes
    this.#stampMs = stampMs
  }
}

/** Returns the length of a number of variable length in bytes, by its first one (RFC 8794, section 4). */
function lengthOf(first: number | undefined): number {
  return first === undefined ? 1 : Math.max(1, Math.clz32(first) - 23)
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0)
}
