import { bestVersion, type KernelsVersion } from '../kernels/encoder-memory.ts'
import { compiledKernels, type Kernels } from '../kernels/kernels.ts'
import { scalarKernels } from '../kernels/scalar/scalar-kernels.ts'
import { type Filter, scaleFilter, type ScaleKernel } from './filter.ts'

type Size = { width: number; height: number }

const pageBytes = 65_536
/** The compiled module's static data lie below. */
const firstAddress = 4096
/** The kernels read and write a little past the end of a row. */
const margin = 128
/** Weights are taken in these multiples: two bytes or pixels at a time down, and eight of a plane across. */
const tapsAtOnce = { down: 2, pixels: 2, plane: 8 }

type LoadedFilter = { spans: number; weights: number; taps: number }

/** Scales planes of one size to another in a memory of its own: of one byte a pixel, or of four. */
export class PlaneScaler {
  readonly #from: Size
  readonly #to: Size
  readonly #bytes: 1 | 4
  readonly #buffer: ArrayBuffer
  readonly #kernels: Kernels
  readonly #at: { source: number; rows: number; target: number }
  readonly #down: LoadedFilter
  readonly #across: LoadedFilter

  /** Throws RangeError where memory cannot be allocated. */
  constructor(
    from: Size,
    to: Size,
    bytes: 1 | 4,
    kernel: ScaleKernel,
    version: KernelsVersion = bestVersion(),
  ) {
    this.#from = from
    this.#to = to
    this.#bytes = bytes
    const down = scaleFilter(from.height, to.height, kernel, tapsAtOnce.down)
    const across = scaleFilter(
      from.width,
      to.width,
      kernel,
      bytes === 1 ? tapsAtOnce.plane : tapsAtOnce.pixels,
    )
    let end = firstAddress
    const take = (length: number) => {
      const start = end
      end = Math.ceil((start + length + margin) / 64) * 64
      return start
    }
    const rowBytes = from.width * bytes
    this.#at = {
      // Where there are fewer rows than taps, rows past the end are read, and weigh nothing.
      source: take(rowBytes * Math.max(from.height, down.taps)),
      rows: take(rowBytes * to.height),
      target: take(to.width * to.height * bytes),
    }
    const placeOf = ({ spans, weights, taps }: Filter) => ({
      spans: take(spans.byteLength),
      weights: take(weights.byteLength),
      taps,
    })
    this.#down = placeOf(down)
    this.#across = placeOf(across)
    const pages = Math.ceil(end / pageBytes)
    const memory =
      version === 'compiled' ? new WebAssembly.Memory({ initial: pages, maximum: pages }) : undefined
    this.#buffer = memory?.buffer ?? new ArrayBuffer(pages * pageBytes)
    this.#kernels = memory === undefined ? scalarKernels(this.#buffer) : compiledKernels(memory)
    for (const [{ spans, weights }, at] of [
      [down, this.#down],
      [across, this.#across],
    ] as const) {
      new Int32Array(this.#buffer, at.spans, spans.length).set(spans)
      new Int16Array(this.#buffer, at.weights, weights.length).set(weights)
    }
  }

  /**
   * Scales an area of a plane, whose rows are `stride` bytes apart and whose upper left corner is at `offset`. The result
   * is a view of this scaler's memory, and stays until it scales again.
   */
  scale(plane: Uint8Array, offset: number, stride: number): Uint8Array {
    const { source, rows, target } = this.#at
    const { width, height } = this.#from
    const rowBytes = width * this.#bytes
    const memory = new Uint8Array(this.#buffer)
    if (stride === rowBytes) memory.set(plane.subarray(offset, offset + rowBytes * height), source)
    else {
      for (let row = 0; row < height; row += 1) {
        const start = offset + row * stride
        memory.set(plane.subarray(start, start + rowBytes), source + row * rowBytes)
      }
    }
    const [down, across, to] = [this.#down, this.#across, this.#to]
    this.#kernels.scaleRows(source, rows, rowBytes, to.height, down.spans, down.weights, down.taps)
    const sides = [width, to.height, to.width] as const
    if (this.#bytes === 1)
      this.#kernels.scalePlane(rows, target, ...sides, across.spans, across.weights, across.taps)
    else this.#kernels.scaleColumns(rows, target, ...sides, across.spans, across.weights, across.taps)
    return new Uint8Array(this.#buffer, target, to.width * to.height * this.#bytes)
  }
}
