import { type KernelMemory, type Kernels, type OpenKernels, openKernels } from './kernels.ts'

const pageBytes = 65_536
/** Addresses are 31-bit numbers. */
const maxBytes = 2 ** 31

/** Sizes in bytes of the kernels' regions, apart from the planes of a frame. */
const sizes = {
  // The first region: src/gif/kernels/assembly/{code-table,near-entries,code-stream,lzw}.ts have its addresses as constants.
  lzw: 4096 * (32 + 512) + 256 + 2 * 4096 + 256 * (96 + 8) + 16 + 2 * (4096 + 256) + 8 * 65_536,
  // The second: string-tree.ts and lzw-search.ts.
  search: 4096 * (4 * 2 + 2) + 65_536 + 8 * 65_536,
  cache: 4 << 17,
  nearest: 2 << 20,
  cells: 4 * (32 ** 3 + 8 ** 3),
  lists: 4 << 20,
  bins: 16 * 64 ** 3,
  list: 4 * 64 ** 3,
  palette: 48 * 64,
  neighbors: 256 * 272,
  colors: 4 * 64 ** 3,
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

type Region = keyof typeof sizes | 'anchors' | 'canvas' | 'worths' | 'shown' | 'first' | 'second' | 'output'

/** The bytes of the learned pixel costs: see lzw-search.ts. */
export const worthBytes = 4 * 64 * 64

/** Returns the bytes of the planes of an encoder with `frameCount` frames of `pixels` pixels, including gaps. */
export function planeBytes(pixels: number, frameCount: number): number {
  return Math.ceil(pixels * (12.6 + 4 * frameCount)) + worthBytes + 64 * (frameCount + 9)
}

/** The state shared by the encoders in one memory. */
type Shared = KernelMemory & {
  fixed: Record<keyof typeof sizes, number>
  /** The address where the next region may begin. */
  end: number
  palette: Uint32Array | undefined
  preparedPalette: Uint32Array | undefined
}

/**
 * The memory of an encoder, the addresses of its regions, and the kernels that work on it. Encoders that draw in turn
 * with the same palettes may share one memory; each has its own planes.
 */
export class EncoderMemory {
  readonly at: Readonly<Record<Region, number>>
  readonly frames: readonly number[]
  readonly kernels: Kernels
  readonly #shared: Shared
  readonly #pixels: number
  readonly #room: number
  /** The end of this encoder's own planes. */
  readonly #ownEnd: number

  /**
   * Allocates memory with `open` for `frameCount` frames of `pixels` pixels each, with `room` bytes more for `take` and
   * `share`. Throws MissingSimdError, and RangeError if it cannot be allocated.
   */
  constructor(
    pixels: number,
    frameCount: number,
    room = 0,
    open: OpenKernels = openKernels,
    shared: Shared = allocate(planeBytes(pixels, frameCount) + room, open),
  ) {
    this.#pixels = pixels
    this.#room = room
    this.#shared = shared
    const take = (bytes: number) => this.take(bytes)
    const planes = {
      anchors: take(pixels * 4),
      canvas: take(pixels * 4),
      worths: take(worthBytes),
      shown: take(pixels),
      first: take(pixels),
      second: take(pixels),
      output: take(Math.ceil(pixels * 1.6) + 64),
    }
    this.at = { ...this.#shared.fixed, ...planes }
    this.frames = Array.from({ length: frameCount }, () => take(pixels * 4))
    // Kernels read one pixel past the end.
    take(64)
    this.#ownEnd = this.#shared.end
    this.kernels = this.#shared.kernels
  }

  /**
   * Returns planes for another encoder in the same memory, from its spare room. Throws RangeError if that is used up.
   */
  share(pixels: number, frameCount: number): EncoderMemory {
    const memory = new EncoderMemory(pixels, frameCount, 0, undefined, this.#shared)
    memory.#clearPlanes()
    return memory
  }

  /** Reserves a region for the caller, and returns its address. Throws RangeError if the room is used up. */
  take(bytes: number): number {
    const shared = this.#shared
    const start = shared.end
    shared.end = Math.ceil((start + bytes) / 64) * 64
    if (shared.end > shared.buffer.byteLength) throw new RangeError('could not allocate memory: no room left')
    return start
  }

  /** The palette loaded into the kernels. */
  get palette(): Uint32Array | undefined {
    return this.#shared.palette
  }

  set palette(palette: Uint32Array | undefined) {
    this.#shared.palette = palette
  }

  /** The palette that the kernels are ready to draw with: its mixtures and nearest entries are prepared. */
  get preparedPalette(): Uint32Array | undefined {
    return this.#shared.preparedPalette
  }

  set preparedPalette(palette: Uint32Array | undefined) {
    this.#shared.preparedPalette = palette
  }

  /** The size of the memory, in bytes. */
  get length(): number {
    return this.#shared.buffer.byteLength
  }

  /** Returns true if this memory has the layout of one made with these arguments. */
  isFor(pixels: number, frameCount: number, room: number): boolean {
    return pixels === this.#pixels && frameCount === this.frames.length && room === this.#room
  }

  /** Clears what earlier encoders left, and frees all of the spare room. */
  clear(): void {
    this.#clearPlanes()
    this.#shared.end = this.#ownEnd
    this.palette = undefined
    this.preparedPalette = undefined
  }

  #clearPlanes(): void {
    const { anchors, canvas } = this.at
    for (const plane of [anchors, canvas]) this.words(plane, this.#pixels).fill(0)
    this.bytes(this.at.worths, worthBytes).fill(0)
  }

  /** Returns a view of `length` bytes from an address. */
  bytes(start: number, length: number): Uint8Array {
    return new Uint8Array(this.#shared.buffer, start, length)
  }

  /** Returns a view of `length` unsigned 32-bit integers. */
  words(start: number, length: number): Uint32Array {
    return new Uint32Array(this.#shared.buffer, start, length)
  }

  /** Returns a view of `length` signed 32-bit integers. */
  signed(start: number, length: number): Int32Array {
    return new Int32Array(this.#shared.buffer, start, length)
  }

  /** Returns a view of `length` 32-bit floats. */
  floats(start: number, length: number): Float32Array {
    return new Float32Array(this.#shared.buffer, start, length)
  }

  /** Returns a view of `length` 64-bit floats. */
  doubles(start: number, length: number): Float64Array {
    return new Float64Array(this.#shared.buffer, start, length)
  }
}

/** Allocates the regions that encoders share, and room for everything else. */
function allocate(room: number, open: OpenKernels): Shared {
  // The compiled module's static data is below.
  let end = 4096
  const take = (bytes: number) => {
    const start = end
    end = Math.ceil((end + bytes) / 64) * 64
    return start
  }
  const fixed = Object.fromEntries(
    Object.entries(sizes).map(([name, bytes]) => [name, take(bytes)]),
  ) as Record<keyof typeof sizes, number>
  const pages = Math.ceil((end + room) / pageBytes)
  if (pages * pageBytes > maxBytes) throw new RangeError('could not allocate memory for frames so large')
  const { buffer, kernels } = open(pages)
  kernels.setCellsAt(fixed.cells, fixed.lists, fixed.lists + sizes.lists)
  kernels.setMixturesAt(fixed.cache, fixed.neighbors)
  kernels.setNearestAt(fixed.nearest)
  kernels.setHistogramAt(fixed.bins, fixed.list)
  return { buffer, kernels, fixed, end, palette: undefined, preparedPalette: undefined }
}

const maxSpareBytes = 100_000_000
let spare: EncoderMemory | undefined

/**
 * Returns a memory for `frameCount` frames of `pixels` pixels each, with `room` bytes more: the spare one if it fits.
 * Throws MissingSimdError, and RangeError if it cannot be allocated.
 */
export function acquireMemory(pixels: number, frameCount: number, room = 0): EncoderMemory {
  const memory = spare?.isFor(pixels, frameCount, room) === true ? spare : undefined
  spare = undefined
  if (memory === undefined) return new EncoderMemory(pixels, frameCount, room)
  memory.clear()
  return memory
}

/**
 * Keeps a memory that is no longer used as the spare for the next encoder, unless it is large: allocating one takes as
 * long as encoding several frames.
 */
export function releaseMemory(memory: EncoderMemory): void {
  if (memory.length <= maxSpareBytes) spare = memory
}
