import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { scaleFilter, scaleKernels, tapsOf } from '../scale/filter.ts'

type Size = { width: number; height: number }

/** The cubic filter of Keys. */
const kernel = scaleKernels.cubic
/** The kernels take two weights at a time. */
const tapsAtOnce = 2

/** Returns the bytes that a scaler takes from a memory's spare room. */
export function scalerBytes(from: Size, to: Size): number {
  const columns = tapsOf(from.width, to.width, kernel, tapsAtOnce)
  const rows = tapsOf(from.height, to.height, kernel, tapsAtOnce)
  const tables = to.width * (4 + 2 * columns) + to.height * (4 + 2 * rows)
  // The kernel reads and writes up to 16 bytes past the end of a row.
  return from.width * 4 * (to.height + 1) + tables + 5 * 64
}

/**
 * Scales frames (RGBA, alpha 0 or 255, transparent pixels zero) down inside an encoder's memory.
 */
export class FrameScaler {
  readonly #memory: EncoderMemory
  readonly #from: Size
  readonly #to: Size
  readonly #rows: LoadedFilter
  readonly #columns: LoadedFilter
  readonly #scaledRows: number

  /** Takes `scalerBytes` from the spare room of the memory. Neither side of `to` may exceed that of `from`. */
  constructor(memory: EncoderMemory, from: Size, to: Size) {
    this.#memory = memory
    this.#from = from
    this.#to = to
    this.#rows = loadFilter(memory, from.height, to.height)
    this.#columns = loadFilter(memory, from.width, to.width)
    this.#scaledRows = memory.take(from.width * 4 * (to.height + 1) + 64)
  }

  /** Scales the frame at one address to another. `hasClear`: some of its pixels may be transparent. */
  scale(source: number, target: number, hasClear: boolean): void {
    const { kernels } = this.#memory
    const { width } = this.#from
    const [rows, columns] = [this.#rows, this.#columns]
    const scaledRows = this.#scaledRows
    kernels.scaleRows(source, scaledRows, width * 4, this.#to.height, rows.spans, rows.weights, rows.taps)
    kernels.scaleColumns(
      scaledRows,
      target,
      width,
      this.#to.height,
      this.#to.width,
      columns.spans,
      columns.weights,
      columns.taps,
    )
    if (hasClear) this.#divideByAlpha(target)
  }

  /** Divides partly covered pixels by their alpha, because transparent pixels count as black in the sums. */
  #divideByAlpha(frame: number): void {
    const pixels = this.#memory.bytes(frame, this.#to.width * this.#to.height * 4)
    for (let at = 0; at < pixels.length; at += 4) {
      const alpha = pixels[at + 3] ?? 0
      if (alpha === 0 || alpha === 255) continue
      for (let channel = at; channel < at + 3; channel++)
        pixels[channel] = Math.min(255, Math.round(((pixels[channel] ?? 0) * 255) / alpha))
    }
  }
}

/** A filter in the memory. */
type LoadedFilter = { spans: number; weights: number; taps: number }

function loadFilter(memory: EncoderMemory, from: number, to: number): LoadedFilter {
  const { spans, weights, taps } = scaleFilter(from, to, kernel, tapsAtOnce)
  const at = { spans: memory.take(spans.byteLength), weights: memory.take(weights.byteLength), taps }
  memory.signed(at.spans, to).set(spans)
  memory.bytes(at.weights, weights.byteLength).set(new Uint8Array(weights.buffer))
  return at
}
