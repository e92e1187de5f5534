/** What the instance allows; the page tells. */
export type Limits = {
  maxClipSeconds: number
  maxUploadBytes: number
  maxPictureBytes: number
  maxPictures: number
  maxFps: number
  /** Of a GIF from a video. */
  maxWidth: number
}

/** The least pictures of a GIF. */
export const minPictures = 2

export const sidePixels = { min: 16, max: 1280 }

export const delayMs = { min: 100, max: 1000, default: 200 }

/** The limits that the form carries. */
export function limitsOf(form: HTMLFormElement): Limits {
  return JSON.parse(form.dataset.limits ?? '{}') as Limits
}
