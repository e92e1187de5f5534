/**
 * The public interface of the encoder as a library, packed by `npm run pack:encoder`. README.md shows how to use it.
 */
export { presetNames, type PresetName } from '../encode/encoder-settings.ts'
export { MissingSimdError } from '../kernels/missing-simd-error.ts'
export { SizeLimitError } from '../size-limit/size-limit-error.ts'
export { encodeGif, streamGif } from './encode-gif.ts'
export { EncoderWorker, type EncoderWorkerOptions } from './encoder-worker.ts'
export type { GifFrame, GifFrames, GifOptions, LimitedGifOptions, Rgba } from './gif-options.ts'
export { GifWriter } from './gif-writer.ts'
export type { WorkerLike } from './worker-like.ts'
