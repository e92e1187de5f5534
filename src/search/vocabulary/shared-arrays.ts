/** Typed arrays in shared memory, which worker threads read without a copy. All are 0 at first. */

export function sharedBytes(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length))
}

/** Allocates 16-bit numbers. */
export function sharedHalves(length: number): Uint16Array<SharedArrayBuffer> {
  return new Uint16Array(new SharedArrayBuffer(2 * length))
}

/** Allocates 32-bit numbers. */
export function sharedWords(length: number): Uint32Array<SharedArrayBuffer> {
  return new Uint32Array(new SharedArrayBuffer(4 * length))
}
