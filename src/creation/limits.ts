import type { GifPreset } from '../media/gif-options.ts'

/** What the operator allows one creation; the rest of the rules are in the contract. */
export type CreationLimits = GifLimits & {
  maxClipSeconds: number
  maxPictures: number
  maxWaitingTasks: number
  maxWaitingOfClient: number
  maxUploadsAtOnce: number
  maxUploadsPerAddress: number
  /** Whether only accounts may make GIFs. */
  accountNeeded: boolean
}

/** What the operator allows a GIF to ask for, and the preset of those that name none. */
export type GifLimits = {
  maxFps: number
  /** Of a GIF from a video, in pixels. */
  maxWidth: number
  preset: GifPreset
}

export const delayMs = { min: 100, max: 1000, default: 200 }
export const sidePixels = { min: 16, max: 1280 }
export const pictureCountMin = 2

/** What a creation may choose as the most bytes that its GIF takes. */
export const gifBytes = { min: 50_000, max: 500_000_000 }
/** What the file format can say; 0 is for ever. */
export const loopCount = { min: 0, max: 65_535 }
/** 2: twice as fast. */
export const clipSpeed = { min: 0.25, max: 4 }
export const framesPerSecondMin = 1
/** Of each side of the part of the picture that is kept. */
export const cropPixelsMin = 16
