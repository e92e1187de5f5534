/**
 * A scale filter for frames with alpha: their colours are weighted by it meanwhile, so that what cannot be seen does not
 * bleed into the edges. What comes as Y'CbCr is weighted as that, for as RGB it is dear before it is small.
 */
export function alphaScale(scale: string): string {
  return [
    'scale=flags=bicubic',
    'format=gbrap|yuva444p',
    'premultiply=inplace=1',
    scale,
    'format=gbrap',
    'unpremultiply=inplace=1',
  ].join(',')
}
