/** Typed arrays on shared memory: worker threads read them without a copy. */

/** An array of bytes on shared memory, all 0. */
export function sharedBytes(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length))
}

/** An array of 32-bit numbers on shared memory, all 0. */
export function sharedWords(length: number): Uint32Array<SharedArrayBuffer> {
  return new Uint32Array(new SharedArrayBuffer(4 * length))
}
