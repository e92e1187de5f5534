/** The lists that this interface has twice: of all GIFs, and of those with transparency. */
export const mediaKinds = [
  { path: '/gifs', hasAlpha: null },
  { path: '/stickers', hasAlpha: true },
] as const

export type MediaKind = (typeof mediaKinds)[number]
