import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Category } from '../../../../catalogue/category.ts'
import { newCode } from '../../../../catalogue/reserved-words.ts'
import { addToTrend } from '../../../../catalogue/discovery/trend.ts'
import type { NewGif } from '../../../../catalogue/gif.ts'
import { type Clock, systemClock } from '../../../../lib/clock.ts'
import { randomNumericId } from '../../../../lib/ids.ts'
import { listCategories } from './category-rows.ts'
import { demoNumbers, demoTags, demoTitle } from './demo-words.ts'
import { lastGifId, noteDemoGifs } from './demo-removal.ts'
import { gifInserter } from './gif-batch.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'

/** The values that differ between demo GIFs. */
export type DemoGif = Pick<NewGif, 'title' | 'tags' | 'categoryId' | 'rating'> & { uses: number }

export type DemoOptions = {
  /** The values that all of them share: one small real GIF in the media store. */
  template: Omit<NewGif, 'code' | 'tenorId' | 'title' | 'tags' | 'categoryId' | 'createdAt'>
  clock?: Clock
  /** Called after every transaction. */
  onProgress?: (added: number) => void
  /** Stops between two transactions by throwing its reason. */
  signal?: AbortSignal
}

/** The number of GIFs added in one transaction, which takes a few hundredths of a second. */
export const gifsInTransaction = 2000

/** The pause between two transactions for the writes of a running service, which retries at intervals. */
const pauseMs = 20

const minuteMs = 60_000

/** The number of GIFs per NSFW one, so that excluding those can be tried too. */
const nsfwEvery = 14

/** The number of characters that the codes of one transaction share, so that they are close together in the index. */
const sharedCodeLength = 2

/**
 * Adds made-up GIFs with titles and tags as unevenly distributed as real ones: the same each time, except for their
 * codes.
 */
export async function addMadeUpGifs(
  db: Kysely<Tables>,
  { count, ...options }: DemoOptions & { count: number },
): Promise<void> {
  const batches = madeUpGifs(count, await listCategories(db))
  // None has uses, so none trends.
  await addDemoGifs(db, { ...options, batches, expected: count, trendHalfLifeMs: 1 })
}

/**
 * Adds rows of GIFs, one transaction for each batch. Their dates are a minute apart and end now; `expected` is their
 * number. Their uses count in trends as of the date of the GIF.
 */
export async function addDemoGifs(
  db: Kysely<Tables>,
  {
    batches,
    expected,
    template,
    trendHalfLifeMs,
    clock = systemClock,
    onProgress = () => undefined,
    signal,
  }: DemoOptions & {
    batches: Iterable<DemoGif[]> | AsyncIterable<DemoGif[]>
    expected: number
    trendHalfLifeMs: number
  },
): Promise<void> {
  const now = clock.now()
  const insertGifs = gifInserter()
  let added = 0
  for await (const batch of batches) {
    const codeStart = newCode().slice(0, sharedCodeLength)
    const gifs = batch.map((gif, index) => {
      const createdAt = now - Math.max(0, expected - added - index) * minuteMs
      const decay = { time: createdAt, halfLifeMs: trendHalfLifeMs }
      return {
        ...template,
        ...gif,
        code: codeStart + newCode().slice(sharedCodeLength),
        tenorId: randomNumericId(),
        createdAt,
        trend: gif.uses === 0 ? null : addToTrend(null, gif.uses, decay),
      }
    })
    await inWriteTransaction(db, 'catalogue', async (trx) => {
      const last = await lastGifId(trx)
      await insertGifs(trx, gifs)
      await noteDemoGifs(trx, last)
    })
    added += batch.length
    onProgress(added)
    await delay(pauseMs)
    signal?.throwIfAborted()
  }
}

function* madeUpGifs(count: number, categories: readonly Category[]): Generator<DemoGif[]> {
  const numbers = demoNumbers()
  for (let start = 0; start < count; start += gifsInTransaction) {
    const length = Math.min(gifsInTransaction, count - start)
    yield Array.from({ length }, (_, index) => ({
      // Squared, so that the first categories are much fuller than the last.
      categoryId: categories[Math.floor(numbers() ** 2 * categories.length)]?.id ?? 0,
      title: demoTitle(numbers),
      tags: demoTags(numbers),
      rating: (start + index) % nsfwEvery === nsfwEvery - 1 ? ('r' as const) : null,
      uses: 0,
    }))
  }
}
