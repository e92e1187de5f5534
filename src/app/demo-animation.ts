import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomId } from '../lib/ids.ts'
import { defaultGifOptions } from '../options/gif-options.ts'
import type { MediaEngine } from '../media/media-engine.ts'
import { missingRenditions } from '../media/resolve-rendition.ts'
import { storeFiles } from '../media/media-files.ts'
import type { MediaStore } from '../media/media-store.ts'

/** Two GIFs of 16 × 9 pixels: one rectangle inside another. */
const pictures = [
  'R0lGODlhEAAJAIEAAExpcf/zvztb2wAAACH5BAUAAAAALAAAAAAQAAkAAAIQlI+py+HvGnxyhjoxZLzzAgA7',
  'R0lGODlhEAAJAIEAAExpcdP52OhZDAAAACH5BAUAAAAALAAAAAAQAAkAAAIQlI+py+HvGnxyhjoxZLzzAgA7',
]

/** Far longer than making the animation takes. */
const timeoutMs = 120_000

/**
 * Makes and stores the one small animation that all demo GIFs share, with all its sizes and formats; returns the values
 * for their rows.
 */
export async function storeDemoAnimation(mediaEngine: MediaEngine, mediaStore: MediaStore) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-demo-'))
  try {
    const inputs = pictures.map((_, index) => join(folder, `picture-${index}`))
    for (const [index, input] of inputs.entries())
      await writeFile(input, Buffer.from(pictures[index] ?? '', 'base64'))
    const plan = {
      kind: 'pictures' as const,
      inputs,
      width: 320,
      height: 180,
      resize: true,
      delayMs: 500,
      watermarkText: null,
      gif: defaultGifOptions,
    }
    const options = { signal: AbortSignal.timeout(timeoutMs), onProgress: () => {} }
    const { files: first, ...shape } = await mediaEngine.render(plan, folder, options)
    const ladder = {
      kind: 'derive' as const,
      from: { kind: 'source' as const, plan },
      gif: shape,
      loops: plan.gif.loops,
      renditions: missingRenditions({ ...shape, renditions: first }),
    }
    const laterFolder = join(folder, 'later')
    await mkdir(laterFolder)
    const files = { ...first, ...(await mediaEngine.derive(ladder, laterFolder, options)) }
    const mediaId = randomId(20)
    await storeFiles(mediaStore, mediaId, files)
    return {
      mediaId,
      width: shape.width,
      height: shape.height,
      frames: shape.frames,
      durationMs: shape.durationMs,
      renditions: files,
      hasAlpha: false,
      alt: null,
      flashing: null,
      visibility: 'public' as const,
      rating: null,
      hidden: false,
      ownerId: null,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
