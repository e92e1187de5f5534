import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { addAbortSignal, type Readable } from 'node:stream'
import { listCategories } from '../adapters/db/shared/catalogue/category-rows.ts'
import { addDemoGifs, addMadeUpGifs, gifsInTransaction } from '../adapters/db/shared/catalogue/demo-gifs.ts'
import { removeDemoGifs } from '../adapters/db/shared/catalogue/demo-removal.ts'
import { RenderPool } from '../adapters/render-pool/render-pool.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../lib/log/log.ts'
import { removeMedia } from '../media/media-files.ts'
import { countLines } from '../lib/text/json-lines.ts'
import { readCaptions } from './captions.ts'
import { storeDemoAnimation } from './demo-animation.ts'
import { openStores } from './stores.ts'

/** The number of made-up GIFs, or a file of captions; `-` is standard input. */
export type DemoSource = { gifs: number } | { captions: string }

export type DemoOptions = {
  /** Called when the animation is made and the first GIF is about to be added. */
  onBegin?: () => void
  /** `expected` is null if the number of GIFs is unknown. */
  onProgress: (added: number, expected: number | null) => void
  /** Stops between two transactions. */
  signal: AbortSignal
}

/** The assumed number of captions if they cannot be counted: their GIFs are spread over the last year. */
const assumedCaptions = 525_600

/**
 * Fills the catalogue with GIFs that share one small animation, and returns their number. Throws a sentence with the
 * number of added GIFs if captions cannot be read or it is stopped.
 */
export async function fillWithDemo(
  config: Config,
  source: DemoSource,
  { onBegin, onProgress, signal }: DemoOptions,
): Promise<number> {
  const expected = 'gifs' in source ? source.gifs : await countCaptions(source.captions)
  const { db, mediaStore, close } = await openStores(config)
  const log = createLog('error', 2)
  const mediaEngine = new RenderPool({ ...config.render, concurrency: 1, log, folder: tmpdir() })
  let added = 0
  try {
    const categories = await listCategories(db)
    if (categories.length === 0)
      throw new Error('The catalogue has no categories. Add one first: gifwright category add NAME')
    const options = {
      template: await storeDemoAnimation(mediaEngine, mediaStore),
      signal,
      onProgress(count: number) {
        added = count
        onProgress(added, expected)
      },
    }
    onBegin?.()
    if ('gifs' in source) {
      await addMadeUpGifs(db, { ...options, count: source.gifs })
    } else {
      const chunks = addAbortSignal(signal, openCaptions(source.captions))
      await addDemoGifs(db, {
        ...options,
        batches: readCaptions(chunks, categories, gifsInTransaction),
        expected: expected ?? assumedCaptions,
        trendHalfLifeMs: config.discovery.trendHalfLifeMs,
      })
    }
    return added
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`${signal.aborted ? 'Stopped.' : message}\n${addedBefore(added)}`, { cause: error })
  } finally {
    await mediaEngine.close()
    await close()
  }
}

/**
 * Removes all GIFs that `fillWithDemo` ever added, with their files, and returns their number. Throws a sentence if it
 * is stopped.
 */
export async function removeDemo(
  config: Config,
  { onProgress, signal }: { onProgress: (removed: number) => void; signal: AbortSignal },
): Promise<number> {
  const { db, catalogue, mediaStore, close } = await openStores(config, undefined, { mayCreate: false })
  let removed = 0
  const count = (gifs: number) => onProgress((removed = gifs))
  try {
    for (const mediaId of await removeDemoGifs(db, { onProgress: count, signal }))
      if (!(await catalogue.isMediaNamed(mediaId))) await removeMedia(mediaStore, mediaId)
    return removed
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Error('Stopped. Run the same command again to remove the rest.', { cause: error })
  } finally {
    await close()
  }
}

function addedBefore(added: number): string {
  if (added === 0) return 'No GIF was added.'
  return `${added} ${added === 1 ? 'GIF was' : 'GIFs were'} added before that.`
}

/**
 * The number of lines in a file; null for input that can be read only once. Throws a sentence if the file cannot be
 * read.
 */
async function countCaptions(file: string): Promise<number | null> {
  if (file === '-') return null
  try {
    if (!(await stat(file)).isFile()) return null
    return await countLines(createReadStream(file))
  } catch (cause) {
    throw new Error(`${file} cannot be read: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}

function openCaptions(file: string): Readable {
  return file === '-' ? process.stdin : createReadStream(file)
}
