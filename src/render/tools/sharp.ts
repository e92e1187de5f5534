import sharp, { type Sharp } from 'sharp'

// An untrusted picture is read by the loaders of the five accepted formats only, whatever it claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

export { sharp }

/**
 * The picture in sRGB, of which every level is rounded to the nearest. By itself, sharp drops the lower half of 16 bits, and
 * leaves pictures of 16 bits that have a profile in Display P3.
 */
export function toExactSrgb(
  picture: Sharp,
  { is16Bit, hasProfile }: { is16Bit: boolean; hasProfile: boolean },
): Sharp {
  const srgb = picture.toColourspace('srgb')
  if (!is16Bit) return srgb
  // sharp divides by 256 and drops what is left.
  return (hasProfile ? srgb.withIccProfile('srgb') : srgb).linear(256 / 257, 128)
}
