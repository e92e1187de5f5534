import { readFile } from 'node:fs/promises'
import type { AnimatedType } from '../../media/file-type.ts'
import { type AnimatedPicture, animationError, type ReadUpTo } from './animated-picture.ts'

/**
 * Reads the headers of an animated picture and of its frames; decodes nothing. Throws AppError media_broken if it has
 * no frame.
 */
export async function openAnimatedPicture(
  path: string,
  type: AnimatedType,
  upTo: ReadUpTo,
): Promise<AnimatedPicture> {
  const bytes = await readFile(path)
  const picture = await readPicture(bytes, type, upTo)
  if (picture.endsMs.length === 0 || picture.width === 0) throw animationError('no frame', picture.name)
  return picture
}

/** Each reader is loaded on demand: sharp takes a while to load. */
async function readPicture(bytes: Buffer, type: AnimatedType, upTo: ReadUpTo): Promise<AnimatedPicture> {
  if (type === 'gif') return (await import('./gif-picture.ts')).readGif(bytes, upTo)
  if (type === 'webp') return (await import('./webp-picture.ts')).readWebp(bytes, upTo)
  return (await import('./apng-picture.ts')).readApng(bytes, upTo)
}
