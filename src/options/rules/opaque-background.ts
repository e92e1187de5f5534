/**
 * The background of transparent pixels in formats without transparency (MP4, WebM, JPEG), on the server and in the
 * browser: white, like pages and chats, and like other converters by default. Black hides dark drawings and text.
 */
export const opaqueBackground = { r: 255, g: 255, b: 255 } as const
