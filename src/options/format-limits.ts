/** Limits on the time of a frame: players slow down shorter frames, and the file format cannot store longer ones. */
export const frameMs = { min: 20, max: 655_350 }

/** The longest side that the file format can store. */
export const maxFormatSide = 65_535

/** The default width of a GIF in pixels; for a GIF from a video, its maximum unless one is chosen. */
export const defaultWidth = 480

/** The limits on the sides of the service's GIFs. */
export const sidePixels = { min: 16, max: 1280 } as const
