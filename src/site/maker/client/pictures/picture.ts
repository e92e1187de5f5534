import { pictureOptions } from '../../../../options/picture-options.ts'
import { makerTexts } from '#texts/maker.ts'
import { uprightFile } from './upright-file.ts'

/** A picture that becomes a frame. The address is of the local file, and is revoked when the picture is removed. */
export type Picture = {
  file: File
  /** Its name where the service has it: it is not sent again; null for one that was chosen here. */
  kept: string | null
  address: string
  width: number
  height: number
}

/** Reads the size of a picture; null where the browser cannot show it. */
async function readPicture(chosen: File): Promise<Picture | null> {
  const file = await uprightFile(chosen)
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve)
      image.addEventListener('error', reject)
    })
    return { file, kept: null, address, width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    URL.revokeObjectURL(address)
    return null
  }
}

/** Reads pictures in order; returns a message for each that the browser cannot show. */
export async function readPictures(
  files: readonly File[],
): Promise<{ pictures: Picture[]; damaged: string[] }> {
  const pictures: Picture[] = []
  const damaged: string[] = []
  for (const file of files) {
    const picture = await readPicture(file)
    if (picture === null) damaged.push(makerTexts.files.damaged(file.name))
    else pictures.push(picture)
  }
  return { pictures, damaged }
}

/** How the frames are made: the size of the GIF, and whether pictures are scaled to fit it. */
export type Frame = { width: number; height: number; resize: boolean }

/** Where a picture stands on the frame: scaled to fit with `resize`, else with its own pixels; in the middle. */
export function placePicture(
  { width, height }: { width: number; height: number },
  frame: Frame,
): { left: number; top: number; width: number; height: number } {
  const scale = frame.resize ? Math.min(frame.width / width, frame.height / height) : 1
  const shown = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return {
    left: Math.floor((frame.width - shown.width) / 2),
    top: Math.floor((frame.height - shown.height) / 2),
    ...shown,
  }
}

/** The default size of a GIF: that of its first picture, scaled down to the default width on its longer side. */
export function suggestedSize({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const { min, default: maxSide } = pictureOptions.width
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const side = (pixels: number) => Math.max(min, Math.round(pixels * scale))
  return { width: side(width), height: side(height) }
}
