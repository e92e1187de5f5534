import {
  exifOrientation,
  uprightMatrix,
  turnedSize,
} from '../../../../layers/pictures/picture-orientation.ts'
import { animationFacts } from '../../../../layers/pictures/animation-facts.ts'

/**
 * Returns a picture that browsers show as the service does. They follow the EXIF orientation of JPEG and PNG files, and most
 * not that of WebP: such a file is turned here. Animations stay as they are, and so does what cannot be decoded.
 */
export async function uprightFile(file: File): Promise<File> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const orientation = exifOrientation(bytes)
  const facts = animationFacts(bytes)
  if (orientation === 1 || facts?.type !== 'webp' || facts.frames > 1) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'none' }).catch(() => null)
  if (bitmap === null) return file
  const { width, height } = turnedSize({ width: bitmap.width, height: bitmap.height }, orientation)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  context?.setTransform(...uprightMatrix(orientation, bitmap))
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return new File([blob], file.name, { type: blob.type, lastModified: file.lastModified })
}
