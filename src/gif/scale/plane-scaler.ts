import { type Kernels, type OpenKernels, openKernels } from '../kernels/kernels.ts'
import { restToNext, scaleFilter, type ScaleKernel } from './filter.ts'
import { copyRows, type PlacedFilter, ScalerMemory } from './scaler-memory.ts'

type Size = { width: number; height: number }

/** The part of a plane to scale, in its samples: sample n covers n to n + 1. It may begin and end within samples. */
export type PlaneSpan = Size & { x: number; y: number }

/** The kernels take eight horizontal weights at a time. */
const tapsAcross = 8
/** The weights of libswscale. */
const across = { one: 16_384, round: restToNext }
const down = { one: 4096, round: restToNext }

/**
 * Scales a plane of one byte per pixel to levels of 14 bits (64ths of a byte's level): first horizontally, to 15 bits,
 * then vertically, where the sum is rounded.
 */
export class PlaneScaler {
  readonly #from: Size
  readonly #to: Size
  readonly #buffer: ArrayBuffer
  readonly #kernels: Kernels
  readonly #at: { source: number; columns: number; target: number }
  readonly #down: PlacedFilter
  readonly #across: PlacedFilter

  /** `span` defaults to all of the plane. Throws MissingSimdError, and RangeError if memory cannot be allocated. */
  constructor(
    from: Size,
    to: Size,
    kernel: ScaleKernel,
    span: PlaneSpan = { x: 0, y: 0, ...from },
    open: OpenKernels = openKernels,
  ) {
    this.#from = from
    this.#to = to
    const ofWidth = { places: from.width, start: span.x, length: span.width }
    const ofHeight = { places: from.height, start: span.y, length: span.height }
    const columns = scaleFilter(ofWidth, to.width, kernel, tapsAcross, across)
    const rows = scaleFilter(ofHeight, to.height, kernel, 1, down)
    const memory = new ScalerMemory()
    this.#at = {
      source: memory.take(from.width * from.height + columns.taps),
      // If there are fewer rows than taps, rows past the end are read with weight 0.
      columns: memory.take(to.width * 2 * Math.max(from.height, rows.taps)),
      target: memory.take(to.width * to.height * 2),
    }
    this.#across = memory.place(columns)
    this.#down = memory.place(rows)
    const { buffer, kernels } = memory.open(open)
    this.#buffer = buffer
    this.#kernels = kernels
  }

  /**
   * Scales an area of a plane, whose rows are `stride` bytes apart and whose upper left corner is at `offset`. The
   * result is a view of this scaler's memory, valid until it scales again.
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
    this.#kernels.scalePlaneRows(columns, target, to.width, to.height, spans, weights, taps)
    return new Int16Array(this.#buffer, target, to.width * to.height)
  }
}
