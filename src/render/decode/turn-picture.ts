import { readFile, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { exifOrientation, findExif, type Orientation } from '../../layers/pictures/picture-orientation.ts'

/** The filters of ffmpeg that turn stored pixels upright, by the orientation of the picture. */
const filters: Record<Orientation, string[]> = {
  1: [],
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=cclock_flip'],
  6: ['transpose=clock'],
  7: ['transpose=clock_flip'],
  8: ['transpose=cclock'],
}

/** Returns ffmpeg's filters that turn a picture of this orientation upright; none for 1. */
export function turnFilters(orientation: Orientation): string[] {
  return filters[orientation]
}

/** Empties the EXIF data of a PNG file whose pixels are already upright, so that nothing turns them again. */
export async function clearOrientation(path: string): Promise<void> {
  const png = await readFile(path)
  const exif = findExif(png)
  if (exif === null || exifOrientation(png) === 1) return
  exif.fill(0)
  // The head of a TIFF file, and an empty directory at its end.
  exif.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8])
  const start = exif.byteOffset - png.byteOffset
  png.writeUInt32BE(crc32(png.subarray(start - 4, start + exif.length)), start + exif.length)
  await writeFile(path, png)
}
