/** Thrown if this engine does not run WebAssembly with SIMD, which the encoder requires. */
export class MissingSimdError extends Error {
  /** Makes the error. */
  constructor() {
    super(
      'GIFs are made with WebAssembly SIMD, which is missing here. Use Chrome or Edge 91, Firefox 89, Safari 16.4 or Node.js 16.4, or a later version.',
    )
    this.name = 'MissingSimdError'
  }
}
