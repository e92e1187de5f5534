import sharp, { type Sharp } from 'sharp'

// An untrusted picture is read only by the loaders of the five accepted formats, whatever it claims to be.
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
 * Returns the picture in sRGB, with every level rounded to the nearest. By default, sharp drops the lower half of 16
 * bits, and leaves pictures of 16 bits that have a profile in Display P3.
 */
export function toExactSrgb(
  picture: Sharp,
  { is16Bit, hasProfile }: { is16Bit: boolean; hasProfile: boolean },
): Sharp {
  const srgb = picture.toColourspace('srgb')
  if (!is16Bit) return srgb
  // sharp divides by 256 and truncates.
  return (hasProfile ? srgb.withIccProfile('srgb') : srgb).linear(256 / 257, 128)
}
