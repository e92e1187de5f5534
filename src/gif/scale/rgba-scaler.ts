import { type Kernels, type OpenKernels, openKernels } from '../kernels/kernels.ts'
import { scaleFilter, type ScaleKernel } from './filter.ts'
import { copyRows, type PlacedFilter, ScalerMemory } from './scaler-memory.ts'

type Size = { width: number; height: number }

/** The kernels take two weights at a time. */
const tapsAtOnce = 2

/** Scales pixels of four bytes from one size to another, in its own memory. */
export class RgbaScaler {
  readonly #from: Size
  readonly #to: Size
  readonly #buffer: ArrayBuffer
  readonly #kernels: Kernels
  readonly #at: { source: number; rows: number; target: number }
  readonly #down: PlacedFilter
  readonly #across: PlacedFilter

  /** Throws MissingSimdError, and RangeError if memory cannot be allocated. */
  constructor(from: Size, to: Size, kernel: ScaleKernel, open: OpenKernels = openKernels) {
    this.#from = from
    this.#to = to
    const down = scaleFilter(from.height, to.height, kernel, tapsAtOnce)
    const across = scaleFilter(from.width, to.width, kernel, tapsAtOnce)
    const memory = new ScalerMemory()
    const rowBytes = from.width * 4
    this.#at = {
      // If there are fewer rows than taps, rows past the end are read with weight 0.
      source: memory.take(rowBytes * Math.max(from.height, down.taps)),
      rows: memory.take(rowBytes * to.height),
      target: memory.take(to.width * to.height * 4),
    }
    this.#down = memory.place(down)
    this.#across = memory.place(across)
    const { buffer, kernels } = memory.open(open)
    this.#buffer = buffer
    this.#kernels = kernels
  }

  /**
   * Scales an area whose rows are `stride` bytes apart and whose upper left corner is at `offset`. The result is a view
   * of this scaler's memory, valid until it scales again.
   */
  scale(pixels: Uint8Array, offset: number, stride: number): Uint8Array {
    const { source, rows, target } = this.#at
    const { width, height } = this.#from
    const rowBytes = width * 4
    const memory = new Uint8Array(this.#buffer)
    copyRows(pixels, { offset, stride }, memory.subarray(source), { rowBytes, rows: height })
    const [down, across, to] = [this.#down, this.#across, this.#to]
    this.#kernels.scaleRows(source, rows, rowBytes, to.height, down.spans, down.weights, down.taps)
    const sides = [width, to.height, to.width] as const
    this.#kernels.scaleColumns(rows, target, ...sides, across.spans, across.weights, across.taps)
    return new Uint8Array(this.#buffer, target, to.width * to.height * 4)
  }
}
