/** The memory of an encoder as the reference kernels see it: addresses count bytes, numbers are little-endian. */
export class ReferenceMemory {
  readonly #view: DataView

  constructor(buffer: ArrayBuffer) {
    this.#view = new DataView(buffer)
  }

  /** 8 bits; `word` has 32, both unsigned, `half` 16 signed, `float` 32. */
  byte(at: number): number {
    return this.#view.getUint8(at)
  }

  setByte(at: number, value: number): void {
    this.#view.setUint8(at, value)
  }

  word(at: number): number {
    return this.#view.getUint32(at, true)
  }

  setWord(at: number, value: number): void {
    this.#view.setUint32(at, value, true)
  }

  half(at: number): number {
    return this.#view.getInt16(at, true)
  }

  setHalf(at: number, value: number): void {
    this.#view.setInt16(at, value, true)
  }

  float(at: number): number {
    return this.#view.getFloat32(at, true)
  }

  setFloat(at: number, value: number): void {
    this.#view.setFloat32(at, value, true)
  }

  /** Adds to a number of 64 bits. */
  addDouble(at: number, value: number): void {
    this.#view.setFloat64(at, this.#view.getFloat64(at, true) + value, true)
  }
}
