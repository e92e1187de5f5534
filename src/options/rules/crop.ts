/** A part of the picture in displayed pixels: upright and square. */
export type Crop = { x: number; y: number; width: number; height: number }

/** The shortest side of a crop, unless the picture's is shorter. */
export const minCropSide = 16

export const cropMustBe = `"x,y,width,height" in whole pixels, such as "0,40,320,180", width and height at least ${minCropSide}`

/** The maximum characters of a crop, including white space. */
export const maxCropLength = 100

/** No side of a decoded picture has more digits. */
export const cropPattern = /^\s*\d{1,6}(\s*,\s*\d{1,6}){3}\s*$/

/** Parses the four numbers of `x,y,width,height`; returns null for any other text. */
export function parseCrop(text: string): Crop | null {
  if (text.length > maxCropLength || !cropPattern.test(text)) return null
  const [x = 0, y = 0, width = 0, height = 0] = text.split(',').map(Number)
  return { x, y, width, height }
}

/** Returns true if the sides of a crop are long enough. Whether it is within its picture is known later. */
export function isLegalCrop({ width, height }: Crop, minSide = minCropSide): boolean {
  return width >= minSide && height >= minSide
}

/** Formats a crop as `x,y,width,height`, as the API accepts it. */
export function formatCrop({ x, y, width, height }: Crop): string {
  return [x, y, width, height].join(',')
}
