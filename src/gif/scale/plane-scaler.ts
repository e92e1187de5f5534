import { bestVersion, type KernelsVersion } from '../kernels/encoder-memory.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { restToNext, scaleFilter, type ScaleKernel } from './filter.ts'
import { copyRows, type PlacedFilter, ScalerMemory } from './scaler-memory.ts'

type Size = { width: number; height: number }

/** The kernels take eight weights at a time across. */
const tapsAcross = 8
/** As libswscale has its weights. */
const across = { one: 16_384, round: restToNext }
const down = { one: 4096, round: restToNext }
/** What libswscale adds to each sum: half a level, in eighths. */
const half = 4

/**
 * Scales a plane of one byte a pixel to levels of 11 bits (eighths of a byte's), with the arithmetic of libswscale on
 * processors of x86-64: first across, to 15 bits, then down, where each product is rounded down. What that takes away
 * depends on how many rows count, and is up to half a level: enough for a GIF of another size.
 */
export class PlaneScaler {
  readonly #from: Size
  readonly #to: Size
  readonly #buffer: ArrayBuffer
  readonly #kernels: Kernels
  readonly #at: { source: number; columns: number; target: number }
  readonly #down: PlacedFilter
  readonly #across: PlacedFilter
  readonly #start: number

  /**
   * `isExact`: as libswscale scales where colour has the width of luma, which is in C, and not rounded on the way. Throws
   * RangeError where memory cannot be allocated.
   */
  constructor(
    from: Size,
    to: Size,
    kernel: ScaleKernel,
    isExact: boolean,
    version: KernelsVersion = bestVersion(),
  ) {
    this.#from = from
    this.#to = to
    const columns = scaleFilter(from.width, to.width, kernel, tapsAcross, across)
    const rows = scaleFilter(from.height, to.height, kernel, 1, down)
    // On average, each product loses half a step.
    const lost = rows.weights.filter((weight) => weight !== 0).length / to.height / 2
    this.#start = isExact ? Math.round(lost) : half
    const memory = new ScalerMemory()
    this.#at = {
      source: memory.take(from.width * from.height + columns.taps),
      // Where there are fewer rows than taps, rows past the end are read, and weigh nothing.
      columns: memory.take(to.width * 2 * Math.max(from.height, rows.taps)),
      target: memory.take(to.width * to.height * 2),
    }
    this.#across = memory.place(columns)
    this.#down = memory.place(rows)
    const { buffer, kernels } = memory.open(version)
    this.#buffer = buffer
    this.#kernels = kernels
  }

  /**
   * Scales an area of a plane, whose rows are `stride` bytes apart and whose upper left corner is at `offset`. The result
   * is a view of this scaler's memory, and stays until it scales again.
   */
  scale(plane: Uint8Array, offset: number, stride: number): Int16Array {
    const { source, columns, target } = this.#at
    const { width, height } = this.#from
    const memory = new Uint8Array(this.#buffer)
    copyRows(plane, { offset, stride }, memory.subarray(source), { rowBytes: width, rows: height })
    const [down, across, to] = [this.#down, this.#across, this.#to]
    const sides = [width, height, to.width] as const
    this.#kernels.scalePlaneColumns(source, columns, ...sides, across.spans, across.weights, across.taps)
    const { spans, weights, taps } = down
    this.#kernels.scalePlaneRows(columns, target, to.width, to.height, spans, weights, taps, this.#start)
    return new Int16Array(this.#buffer, target, to.width * to.height)
  }
}
