import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceFault } from '../../lib/app-error.ts'
import type { DerivePlan } from '../../media/media-engine.ts'
import { renditions, renditionShape } from '../../media/rendition.ts'
import type { DerivedShapes } from '../protocol.ts'
import { sharp } from '../tools/sharp.ts'
import { drawStill } from './thumbnail.ts'

/** Makes further renditions of a GIF. Throws AppError internal for what cannot be derived. */
export async function deriveRenditions(
  { from, gif, renditions: names }: DerivePlan,
  folder: string,
): Promise<DerivedShapes> {
  if (from.kind === 'source') throw serviceFault('no way to derive from a source yet')
  const bytes = await readFile(from.input)
  const shapes: DerivedShapes = {}
  for (const name of names) {
    const { codec, file, frames } = renditions[name]
    if (codec !== 'jpeg' || frames !== 'first') throw serviceFault(`no way to derive ${name}`)
    const shape = renditionShape(name, gif)
    const pixels = await sharp(bytes, { page: 0 })
      .ensureAlpha()
      .resize(shape.width, shape.height, { fit: 'fill' })
      .raw()
      .toBuffer()
    await writeFile(join(folder, file), await drawStill(pixels, shape, shape))
    shapes[name] = shape
  }
  return shapes
}
