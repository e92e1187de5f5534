/** A part of the picture, in displayed pixels: upright and square. */
export type Crop = { x: number; y: number; width: number; height: number }

/** The minimum side of a crop, unless the picture is smaller. */
export const minCropSide = 16

export const cropMustBe = `"x,y,width,height" in whole pixels, such as "0,40,320,180", width and height at least ${minCropSide}`

/** The maximum characters of a crop, including white space. */
export const maxCropLength = 100

/** No decoded picture has a side with more digits. */
export const cropPattern = /^\s*\d{1,6}(\s*,\s*\d{1,6}){3}\s*$/

/** The four numbers of `x,y,width,height`; null for any other text. */
export function parseCrop(text: string): Crop | null {
  if (text.length > maxCropLength || !cropPattern.test(text)) return null
  const [x = 0, y = 0, width = 0, height = 0] = text.split(',').map(Number)
  return { x, y, width, height }
}

/** Returns true if a crop has legal sides. Its position in the picture is checked later. */
export function isLegalCrop({ width, height }: Crop, minSide = minCropSide): boolean {
  return width >= minSide && height >= minSide
}

/** `x,y,width,height`, in the format of the API. */
export function formatCrop({ x, y, width, height }: Crop): string {
  return [x, y, width, height].join(',')
}
