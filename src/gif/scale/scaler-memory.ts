import type { KernelMemory, OpenKernels } from '../kernels/kernels.ts'
import type { Filter } from './filter.ts'

const pageBytes = 65_536
/** The compiled module's static data is below. */
const firstAddress = 4096
/** The kernels read and write a little past the end of a row. */
const margin = 128

/** The addresses of a filter in memory. */
export type PlacedFilter = { spans: number; weights: number; taps: number }

/** The memory of one scaler: first regions are reserved, then it is opened. */
export class ScalerMemory {
  readonly #filters: { filter: Filter; at: PlacedFilter }[] = []
  #end = firstAddress

  /** Reserves `length` bytes, and returns their address. */
  take(length: number): number {
    const start = this.#end
    this.#end = Math.ceil((start + length + margin) / 64) * 64
    return start
  }

  place(filter: Filter): PlacedFilter {
    const { spans, weights, taps } = filter
    const at = { spans: this.take(spans.byteLength), weights: this.take(weights.byteLength), taps }
    this.#filters.push({ filter, at })
    return at
  }

  /** Allocates the memory with `open`, and writes the filters. Throws what `open` throws. */
  open(open: OpenKernels): KernelMemory {
    const memory = open(Math.ceil(this.#end / pageBytes))
    const { buffer } = memory
    for (const { filter, at } of this.#filters) {
      new Int32Array(buffer, at.spans, filter.spans.length).set(filter.spans)
      new Int16Array(buffer, at.weights, filter.weights.length).set(filter.weights)
    }
    return memory
  }
}

/** Copies an area, with rows `stride` bytes apart and its upper left corner at `offset`, to rows without gaps. */
export function copyRows(
  plane: Uint8Array,
  { offset, stride }: { offset: number; stride: number },
  target: Uint8Array,
  { rowBytes, rows }: { rowBytes: number; rows: number },
): void {
  if (stride === rowBytes) return target.set(plane.subarray(offset, offset + rowBytes * rows))
  for (let row = 0; row < rows; row += 1) {
    const start = offset + row * stride
    target.set(plane.subarray(start, start + rowBytes), row * rowBytes)
  }
}
