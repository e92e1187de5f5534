import type { EncoderMemory } from '../kernels/encoder-memory.ts'

type Size = { width: number; height: number }

/** Weights are 16 bits, in 16,384ths. */
const one = 16_384

/** The bytes that a scaler takes from a memory's room. */
export function scalerBytes(from: Size, to: Size): number {
  const [columns, rows] = [tapsOf(from.width, to.width), tapsOf(from.height, to.height)]
  const tables = to.width * (4 + 2 * columns) + to.height * (4 + 2 * rows)
  // The kernel reads and writes up to 16 bytes past the end of a row.
  return from.width * 4 * (to.height + 1) + tables + 5 * 64
}

/**
 * Scales frames (RGBA, alpha 0 or 255, transparent pixels zero) down inside an encoder's memory, by the cubic filter of
 * Keys ("Cubic convolution interpolation for digital image processing", 1981) stretched over what becomes one pixel.
 */
export class FrameScaler {
  readonly #memory: EncoderMemory
  readonly #from: Size
  readonly #to: Size
  readonly #rows: Filter
  readonly #columns: Filter
  readonly #scaledRows: number

  /** Takes `scalerBytes` from the room of the memory. Neither side of `to` may be larger than that of `from`. */
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

  /** Transparent pixels are black in the sums: gives what is partly covered the colour of what covers it. */
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

/** Where the kernels find, for each place of the target, its first source place and the weights from there on. */
type Filter = { spans: number; weights: number; taps: number }

/** How many source places count for one of the target: even, and no more than there are. */
function tapsOf(from: number, to: number): number {
  const taps = Math.min(from, Math.ceil((4 * from) / to) + 1)
  return taps + (taps % 2)
}

function loadFilter(memory: EncoderMemory, from: number, to: number): Filter {
  const taps = tapsOf(from, to)
  const filter = { spans: memory.take(to * 4), weights: memory.take(to * taps * 2), taps }
  const spans = memory.signed(filter.spans, to)
  const weights = new Int16Array(to * taps)
  const ratio = from / to
  for (let place = 0; place < to; place++) {
    const centre = (place + 0.5) * ratio - 0.5
    const first = Math.max(0, Math.min(from - taps, Math.floor(centre - 2 * ratio) + 1))
    spans[place] = first
    const own = Array.from({ length: taps }, () => 0)
    for (let source = Math.floor(centre - 2 * ratio); source <= Math.ceil(centre + 2 * ratio); source++) {
      // Past the edge, the pixel at the edge counts instead.
      const tap = Math.max(0, Math.min(from - 1, source)) - first
      own[tap] = (own[tap] ?? 0) + cubic((source - centre) / ratio)
    }
    const sum = own.reduce((total, weight) => total + weight, 0)
    const whole = own.map((weight) => Math.round((weight / sum) * one))
    // What rounding leaves goes to the largest, so that an even area keeps its colour.
    const largest = whole.indexOf(Math.max(...whole))
    whole[largest] = (whole[largest] ?? 0) + one - whole.reduce((total, weight) => total + weight, 0)
    weights.set(whole, place * taps)
  }
  memory.bytes(filter.weights, weights.byteLength).set(new Uint8Array(weights.buffer))
  return filter
}

/** Keys' kernel with a = -0.5. */
function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0
}
