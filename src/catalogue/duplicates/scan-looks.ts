import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaEngine } from '../../media/media-engine.ts'
import { renditionKey, type RenditionName } from '../../media/rendition.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'
import type { Gif } from '../gif.ts'
import { makeFolder } from '../../lib/disk/folders.ts'

export type ScanOptions = {
  /** A folder for this run alone. */
  folder: string
  /** The number of GIFs decoded at once. */
  jobs: number
  signal: AbortSignal
  onProgress: (done: number) => void
  /** Called with a GIF that could not be read. */
  onFault: (gif: Gif, error: unknown) => void
}

export type ScanTotals = { done: number; failed: number }

const batch = 200

/**
 * Computes the unknown looks of GIFs, oldest first, from the stored MP4, or from the WebP if there is transparency.
 * Each is stored at once, so that a later run continues where this one was stopped.
 */
export async function scanLooks(
  stores: CatalogueStores,
  mediaEngine: MediaEngine,
  options: ScanOptions,
): Promise<ScanTotals> {
  const totals: ScanTotals = { done: 0, failed: 0 }
  for (let last = 0; !options.signal.aborted;) {
    const ids = await stores.duplicates.unknownAfter(last, batch)
    const gifs = await stores.catalogue.gifsByIds(ids)
    const scanNext = async () => {
      for (let gif = gifs.shift(); gif !== undefined && !options.signal.aborted; gif = gifs.shift())
        await scanOne(stores, mediaEngine, options, gif, totals)
    }
    await Promise.all(Array.from({ length: options.jobs }, scanNext))
    last = ids.at(-1) ?? last
    if (ids.length < batch) break
  }
  return totals
}

async function scanOne(
  { duplicates, mediaStore }: CatalogueStores,
  mediaEngine: MediaEngine,
  { folder, signal, onProgress, onFault }: ScanOptions,
  gif: Gif,
  totals: ScanTotals,
): Promise<void> {
  const own = join(folder, gif.mediaId)
  try {
    await makeFolder(own)
    const name: RenditionName = gif.hasAlpha === false ? 'mp4' : 'webp'
    const input = join(own, 'stored')
    await mediaStore.fetch(renditionKey(gif.mediaId, name), input)
    const { width, height, frames, durationMs, hasAlpha } = gif
    const plan = {
      from: { kind: 'stored' as const, name, input },
      gif: { width, height, frames, durationMs, hasAlpha: hasAlpha ?? true },
    }
    const look = await mediaEngine.look(plan, own, { signal, onProgress: () => undefined })
    if (look !== null) await duplicates.setLook(gif.mediaId, look)
    totals.done += 1
  } catch (error) {
    if (signal.aborted) return
    totals.failed += 1
    onFault(gif, error)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
  onProgress(totals.done + totals.failed)
}
