/** What one picture of a GIF takes. */
export type FrameSize = { bytes: number; centiseconds: number }

/** What the reader waits for: so many bytes, and what to do with them. */
type Expected = { length: number; take: (bytes: Uint8Array) => Expected }

/** Reads a GIF as it is written, in parts of any length: what each picture takes and how long it is shown. */
export class FrameSizes {
  /** Of all that was read. */
  bytes = 0
  #frames: FrameSize[] = []
  #start = 0
  #at = 0
  #delay = 0
  #held = new Uint8Array(0)
  #expected: Expected = { length: 13, take: (head) => this.#skip(tableBytes(head[10]), () => this.#block()) }

  /** Takes the next bytes of the GIF; what it needs of them later is copied. */
  push(part: Uint8Array): void {
    this.bytes += part.length
    const bytes = this.#held.length === 0 ? part : concat(this.#held, part)
    let at = 0
    while (at + this.#expected.length <= bytes.length) {
      const { length, take } = this.#expected
      this.#at += length
      this.#expected = take(bytes.subarray(at, at + length))
      at += length
    }
    this.#held = bytes.slice(at)
  }

  /** The pictures that became complete since this was last asked. */
  take(): FrameSize[] {
    const frames = this.#frames
    this.#frames = []
    return frames
  }

  /** Bytes that say nothing here. */
  #skip(length: number, then: () => Expected): Expected {
    return { length, take: then }
  }

  /** A block: an extension, a picture or the end. */
  #block(): Expected {
    return {
      length: 1,
      take: ([kind]) => {
        /** Behind the label of an extension: that of a frame says how long it is shown. */
        if (kind === 0x21) return { length: 1, take: ([label]) => this.#extension(label) }
        if (kind === 0x3b) return this.#skip(Infinity, () => this.#block())
        const descriptor = (bytes: Uint8Array) =>
          // After the picture's own table comes the size of its codes.
          /** A picture is complete, with all that stands before it. */
          this.#skip(tableBytes(bytes[8]) + 1, () => this.#parts(() => this.#endFrame()))
        return { length: 9, take: descriptor }
      },
    }
  }

  #extension(label: number | undefined): Expected {
    if (label !== 0xf9) return this.#parts(() => this.#block())
    return {
      length: 6,
      take: (control) => {
        this.#delay = (control[2] ?? 0) + 256 * (control[3] ?? 0)
        return this.#block()
      },
    }
  }

  /** Sub-blocks, to the empty one. */
  #parts(then: () => Expected): Expected {
    return {
      length: 1,
      take: ([length = 0]) => (length === 0 ? then() : this.#skip(length, () => this.#parts(then))),
    }
  }

  #endFrame(): Expected {
    this.#frames.push({ bytes: this.#at - this.#start, centiseconds: this.#delay })
    this.#start = this.#at
    return this.#block()
  }
}

/** The length of the colour table that these flags tell of. */
function tableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1)
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
