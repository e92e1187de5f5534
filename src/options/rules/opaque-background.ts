/**
 * What stands behind transparent pixels where a format has none (MP4, WebM, JPEG), on the server and in the browser: white, as
 * pages and chats have it, and as other converters do by default. Black hides dark drawings and text.
 */
export const opaqueBackground = { r: 255, g: 255, b: 255 } as const
