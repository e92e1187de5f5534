import type { Metadata, Sharp } from 'sharp'

/**
 * The picture in sRGB, of which every level is rounded to the nearest. By itself, sharp drops the lower half of 16 bits, and
 * leaves pictures of 16 bits that have a profile in Display P3.
 */
export function toExactSrgb(picture: Sharp, { depth, icc }: Pick<Metadata, 'depth' | 'icc'>): Sharp {
  const srgb = picture.toColourspace('srgb')
  if (depth !== 'ushort') return srgb
  const own = icc === undefined ? srgb : srgb.withIccProfile('srgb')
  // sharp divides by 256 and drops what is left.
  return own.linear(256 / 257, 128)
}
