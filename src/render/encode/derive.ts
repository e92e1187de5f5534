import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceFault } from '../../lib/app-error.ts'
import type { DerivePlan } from '../../media/media-engine.ts'
import { renditions, renditionShape } from '../../media/rendition.ts'
import type { JobResult } from '../protocol.ts'
import { sharp } from '../tools/sharp.ts'
import { drawThumbnail } from './thumbnail.ts'

/**
 * Makes further renditions of a stored GIF; gives what the source is. Only stills can be derived so far: throws
 * AppError internal for any other specification.
 */
export async function deriveRenditions(
  { input, renditions: names }: DerivePlan,
  folder: string,
): Promise<JobResult> {
  const bytes = await readFile(input)
  const { width, height, hasAlpha, pages = 1 } = await sharp(bytes).metadata()
  // The GIF's row keeps its own values: only the size is used.
  const made = { width, height, frames: pages, durationMs: 1, hasAlpha, loop: null }
  for (const name of names) {
    const { codec, file, frames } = renditions[name]
    if (codec !== 'jpeg' || frames !== 'first') throw serviceFault(`no way to derive ${name}`)
    const shape = renditionShape(name, made)
    const pixels = await sharp(bytes, { page: 0 })
      .ensureAlpha()
      .resize(shape.width, shape.height, { fit: 'fill' })
      .raw()
      .toBuffer()
    await writeFile(join(folder, file), await drawThumbnail(pixels, shape))
  }
  return made
}
