import { MissingSimdError } from './missing-simd-error.ts'
import { moduleBytes } from './module-bytes.ts'

/**
 * The inner loops of the encoder; they take addresses in its memory. src/gif/kernels/assembly documents each function. Tests
 * compare the compiled ones with plain TypeScript that writes the same bytes (test/support/reference-kernels/).
 */
export type Kernels = {
  setPaletteAt(base: number, count: number): void
  setCellsAt(cells: number, lists: number, end: number): void
  clearCells(): void
  setMixturesAt(cache: number, neighbors: number): void
  setMixtures(dither: number, flat: number, neighbors: number): void
  setNearestAt(cache: number): void
  setHistogramAt(bins: number, list: number): void
  clearHistogram(): void
  countColors(
    ...args: [
      frame: number,
      width: number,
      height: number,
      left: number,
      top: number,
      step: number,
      weight: number,
      anchors: number,
      hold: number,
      heldWeight: number,
    ]
  ): number
  packBins(colors: number, masses: number, most: number, places: number): number
  thresholdAlpha(frame: number, count: number): number
  findCleared(frame: number, next: number, width: number, height: number, box: number): number
  chooseColors(
    ...args: [
      frame: number,
      anchors: number,
      shown: number,
      first: number,
      second: number,
      width: number,
      height: number,
      hold: number,
      clearIndex: number,
      busy: number,
      stillHold: number,
      stillMean: number,
      stills: number,
      box: number,
    ]
  ): void
  translate(plane: number, count: number, table: number): void
  averageNoise(
    ...args: [
      frame: number,
      next: number,
      second: number,
      third: number,
      anchors: number,
      width: number,
      height: number,
      hold: number,
      stillHold: number,
      stillMean: number,
    ]
  ): void
  updateCanvas(canvas: number, shown: number, count: number, colors: number, clear: number): void
  splitColors(
    ...args: [colors: number, masses: number, count: number, work: number, most: number, means: number]
  ): number
  assignColors(colors: number, masses: number, count: number, totals: number): number
  findNearEntries(): void
  encodeBox(
    ...args: [
      first: number,
      second: number,
      shown: number,
      sources: number,
      width: number,
      left: number,
      top: number,
      right: number,
      bottom: number,
      codeBits: number,
      clear: number,
      loss: number,
      busyLoss: number,
      target: number,
    ]
  ): number
  encodeBoxBySearch(
    ...args: [
      first: number,
      shown: number,
      sources: number,
      canvas: number,
      worths: number,
      width: number,
      left: number,
      top: number,
      right: number,
      bottom: number,
      codeBits: number,
      clear: number,
      bitCost: number,
      target: number,
    ]
  ): number
  scaleRows(
    ...args: [
      source: number,
      target: number,
      bytes: number,
      rows: number,
      spans: number,
      weights: number,
      taps: number,
    ]
  ): void
  scaleColumns(
    ...args: [
      source: number,
      target: number,
      width: number,
      rows: number,
      columns: number,
      spans: number,
      weights: number,
      taps: number,
    ]
  ): void
  scalePlaneColumns(
    ...args: [
      source: number,
      target: number,
      width: number,
      rows: number,
      columns: number,
      spans: number,
      weights: number,
      taps: number,
    ]
  ): void
  scalePlaneRows(
    ...args: [
      source: number,
      target: number,
      columns: number,
      rows: number,
      spans: number,
      weights: number,
      taps: number,
    ]
  ): void
  countDistinct(pixels: number, count: number, table: number, known: number, most: number): number
}

/** A module with one function without parameters and results: `drop(i8x16.popcnt(i32x4.splat(0)))`. */
const simdModule = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[10, 11, 1, 9, 0, 0x41, 0, 0xfd, 17, 0xfd, 98, 0x1a, 0x0b],
])

let compiled: WebAssembly.Module | undefined

/** Compiles the kernels, once. Throws MissingSimdError. */
function compileModule(): WebAssembly.Module {
  const hasSimd = 'WebAssembly' in globalThis && WebAssembly.validate(simdModule)
  if (!hasSimd) throw new MissingSimdError()
  return new WebAssembly.Module(moduleBytes())
}

/** A memory, and the kernels that work on it. */
export type KernelMemory = { buffer: ArrayBuffer; kernels: Kernels }

/** Allocates a zeroed memory of `pages` pages of 64 KiB for kernels. */
export type OpenKernels = (pages: number) => KernelMemory

/**
 * Returns the compiled kernels in a memory of `pages` pages of 64 KiB. Throws MissingSimdError, and RangeError if the
 * memory cannot be allocated.
 */
export function openKernels(pages: number): KernelMemory {
  compiled ??= compileModule()
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
  const kernels = new WebAssembly.Instance(compiled, { env: { memory } }).exports as Kernels
  return { buffer: memory.buffer, kernels }
}
