/** The display time of a frame: players slow shorter ones down, and the file format cannot store longer ones. */
export const frameMs = { min: 20, max: 655_350 }

/** The longest side that the file format can store. */
export const maxFormatSide = 65_535

/** The default width of a GIF, in pixels; for a video it is the maximum by default. */
export const defaultWidth = 480

/** The limits on the sides of the service's GIFs. */
export const sidePixels = { min: 16, max: 1280 } as const
