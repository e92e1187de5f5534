/** What a GIF can become besides. Each has a worker of its own, which gets the GIF and is ended after its answer. */
export const otherFormats = ['mp4', 'webp'] as const

export type OtherFormat = (typeof otherFormats)[number]

/** What the worker says; `fraction` is that of the frames which are done. */
export type Conversion =
  | { type: 'progress'; fraction: number }
  | { type: 'converted'; file: Blob }
  | { type: 'failed' }
