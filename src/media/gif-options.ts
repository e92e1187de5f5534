export { type ClipOptions, defaultClipOptions } from '../options/clip-options.ts'
export { frameMs } from '../options/format-limits.ts'
export { type GifOptions, type GifPreset, gifPresets, defaultGifOptions } from '../options/gif-options.ts'
export type { Crop } from '../options/rules/crop.ts'
