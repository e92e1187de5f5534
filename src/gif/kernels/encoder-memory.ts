import { compiledKernels, hasSimd, type Kernels } from './kernels.ts'
import { scalarKernels } from './scalar/scalar-kernels.ts'

const pageBytes = 65_536
/** Addresses are numbers of 31 bits. */
const maxBytes = 2 ** 31

/** Sizes in bytes of the kernels' regions, apart from the planes of a frame. */
const sizes = {
  // The first region: src/gif/kernels/assembly/{code-table,near-entries,code-stream,lzw}.ts have its addresses as constants.
  lzw: 4096 * (32 + 512) + 256 + 2 * 4096 + 256 * (96 + 8) + 16 + 2 * (4096 + 256) + 8 * 65_536,
  cache: 4 << 17,
  nearest: 2 << 20,
  cells: 4 * (32 ** 3 + 8 ** 3),
  lists: 4 << 20,
  bins: 16 * 64 ** 3,
  list: 4 * 64 ** 3,
  palette: 48 * 64,
  neighbours: 256 * 272,
  colours: 4 * 64 ** 3,
  masses: 16 * 64 ** 3,
  joined: 4 * 32 ** 3,
  totals: 32 * 256,
  split: 4 * 64 ** 3 + 12_288,
  means: 4 * 256,
  distinct: 4 * 1024,
  table: 256,
  indexed: 1024,
  stills: 4 * 4096,
  box: 16,
}

type Region = keyof typeof sizes | 'anchors' | 'canvas' | 'shown' | 'first' | 'second' | 'output'

type KernelsVersion = 'compiled' | 'scalar'

/** The version to use here: the scalar kernels are many times slower, but run without SIMD. */
function bestVersion(): KernelsVersion {
  return hasSimd() ? 'compiled' : 'scalar'
}

/** The memory of an encoder, the addresses of its regions, and the kernels that work on it. */
export class EncoderMemory {
  readonly at: Readonly<Record<Region, number>>
  readonly frames: readonly number[]
  readonly kernels: Kernels
  /** The palette that is loaded into the kernels. */
  palette: Uint32Array | undefined
  readonly #buffer: ArrayBuffer
  readonly #pixels: number
  readonly #version: KernelsVersion

  /**
   * Allocates memory for `frameCount` frames of `pixels` pixels each. Both versions of the kernels write the same bytes to
   * it. Throws RangeError where it cannot be allocated.
   */
  constructor(pixels: number, frameCount: number, version: KernelsVersion) {
    this.#pixels = pixels
    this.#version = version
    // The compiled module's static data lie below.
    let end = 4096
    const take = (bytes: number) => {
      const start = end
      end = Math.ceil((end + bytes) / 64) * 64
      return start
    }
    const fixed = Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [name, take(bytes)]))
    const planes = {
      anchors: take(pixels * 4),
      canvas: take(pixels * 4),
      shown: take(pixels),
      first: take(pixels),
      second: take(pixels),
      output: take(Math.ceil(pixels * 1.6) + 64),
    }
    this.at = { ...fixed, ...planes } as Record<Region, number>
    this.frames = Array.from({ length: frameCount }, () => take(pixels * 4))
    // Kernels read one pixel past the end.
    take(64)
    if (end > maxBytes) throw new RangeError(`could not allocate memory for frames of ${pixels} pixels`)
    const pages = Math.ceil(end / pageBytes)
    if (version === 'compiled') {
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages })
      this.#buffer = memory.buffer
      this.kernels = compiledKernels(memory)
    } else {
      this.#buffer = new ArrayBuffer(pages * pageBytes)
      this.kernels = scalarKernels(this.#buffer)
    }
    const { kernels, at } = this
    kernels.setCellsAt(at.cells, at.lists, at.lists + sizes.lists)
    kernels.setMixturesAt(at.cache, at.neighbours)
    kernels.setNearestAt(at.nearest)
    kernels.setHistogramAt(at.bins, at.list)
  }

  /** The size of the memory, in bytes. */
  get length(): number {
    return this.#buffer.byteLength
  }

  /** Whether this memory has the layout of one made with these arguments. */
  isFor(pixels: number, frameCount: number, version: KernelsVersion): boolean {
    return pixels === this.#pixels && frameCount === this.frames.length && version === this.#version
  }

  /** Clears what the encoder before left. */
  clear(): void {
    const { anchors, canvas } = this.at
    for (const plane of [anchors, canvas]) this.words(plane, this.#pixels).fill(0)
    this.palette = undefined
  }

  /** A view of `length` bytes from an address. */
  bytes(start: number, length: number): Uint8Array {
    return new Uint8Array(this.#buffer, start, length)
  }

  /** A view of `length` unsigned 32-bit integers. */
  words(start: number, length: number): Uint32Array {
    return new Uint32Array(this.#buffer, start, length)
  }

  /** A view of `length` signed 32-bit integers. */
  signed(start: number, length: number): Int32Array {
    return new Int32Array(this.#buffer, start, length)
  }

  /** A view of `length` 32-bit floats. */
  floats(start: number, length: number): Float32Array {
    return new Float32Array(this.#buffer, start, length)
  }

  /** A view of `length` 64-bit floats. */
  doubles(start: number, length: number): Float64Array {
    return new Float64Array(this.#buffer, start, length)
  }
}

const maxSpareBytes = 100_000_000
let spare: EncoderMemory | undefined

/** A memory for `frameCount` frames of `pixels` pixels each: the spare one where it fits. Throws RangeError where it cannot be allocated. */
export function acquireMemory(pixels: number, frameCount: number): EncoderMemory {
  const version = bestVersion()
  const memory = spare?.isFor(pixels, frameCount, version) === true ? spare : undefined
  spare = undefined
  if (memory === undefined) return new EncoderMemory(pixels, frameCount, version)
  memory.clear()
  return memory
}

/**
 * Keeps a memory that is no longer used as the spare for the next encoder, unless it is large: allocating one takes as
 * long as encoding some frames.
 */
export function releaseMemory(memory: EncoderMemory): void {
  if (memory.length <= maxSpareBytes) spare = memory
}
