import type { CompletionEntry, CompletionImage } from './completion-image.ts'
import { completionKinds } from './completion-keys.ts'
import { readTerm } from './term-table.ts'

/** Reads the entries of an image of completions. */
export class CompletionReader {
  readonly #image: CompletionImage
  readonly #keys: Buffer
  readonly #shown: Buffer

  constructor(image: CompletionImage) {
    this.#image = image
    this.#keys = Buffer.from(image.bytes.buffer)
    this.#shown = Buffer.from(image.shownBytes.buffer)
  }

  keyAt(position: number): string {
    return readTerm(this.#keys, this.#image.offsets, this.#image.sorted[position] ?? 0)
  }

  /** Reads the first UTF-16 units of a key, at most `most`, into `units`. Returns their number. */
  readUnits(position: number, units: Uint16Array, most: number): number {
    const { offsets, sorted, bytes } = this.#image
    const id = sorted[position] ?? 0
    const start = offsets[id] ?? 0
    const length = Math.min(most, (offsets[id + 1] ?? 0) - start)
    for (let at = 0; at < length; at++) {
      const byte = bytes[start + at] ?? 0
      if (byte >= 0x80) return readUnitsOf(this.keyAt(position), units, most)
      units[at] = byte
    }
    return length
  }

  /** Returns the entry at a position, with another count. */
  entryAt(position: number, count: number): CompletionEntry {
    const kind = completionKinds[this.#image.kinds[position] ?? 0] ?? 'word'
    return { key: this.keyAt(position), kind, text: this.#shownAt(position), count }
  }

  #shownAt(position: number): string | undefined {
    const { shownPositions, shownOffsets } = this.#image
    let from = 0
    let to = shownPositions.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((shownPositions[middle] ?? 0) < position) from = middle + 1
      else to = middle
    }
    return shownPositions[from] === position
      ? this.#shown.toString('utf8', shownOffsets[from], shownOffsets[from + 1])
      : undefined
  }
}

function readUnitsOf(text: string, units: Uint16Array, most: number): number {
  const length = Math.min(most, text.length)
  for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at)
  return length
}
