import sharp from 'sharp'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** A picture of one color, as a file for a page; by default it is named after the color. */
export async function flatPicture(
  color: string,
  { name = `${color}.png`, width = 64, height = 48 } = {},
): Promise<PictureFile> {
  const create = { width, height, channels: 4 as const, background: color }
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}

export function flatPictures(...colors: string[]): Promise<PictureFile[]> {
  return Promise.all(colors.map((color) => flatPicture(color)))
}
