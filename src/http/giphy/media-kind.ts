/** The two variants of this interface's lists: all GIFs, and those with transparency. */
export const mediaKinds = [
  { path: '/gifs', hasAlpha: null },
  { path: '/stickers', hasAlpha: true },
] as const

export type MediaKind = (typeof mediaKinds)[number]
