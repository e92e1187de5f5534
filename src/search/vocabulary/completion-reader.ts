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

  /** The entry at a position, with another count. */
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
