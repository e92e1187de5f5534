import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { newCode } from '../../../catalogue/code.ts'
import type { NewGif } from '../../../catalogue/gif.ts'
import { type Clock, systemClock } from '../../../lib/clock.ts'
import { listCategories } from './category-rows.ts'
import { demoNumbers, demoTags, demoTitle } from './demo-words.ts'
import { insertGif } from './gif-rows.ts'
import type { Tables } from '../tables.ts'

export type DemoOptions = {
  count: number
  /** What all of them share: one real small GIF in the media store. */
  template: Omit<NewGif, 'code' | 'title' | 'tags' | 'categoryId' | 'createdAt'>
  clock?: Clock
}

const rowsInTransaction = 200

/** Left between two transactions for the writes of a running service, which asks for its turn every so often. */
const pauseMs = 10

const minuteMs = 60_000

/** One GIF in so many is marked NSFW, so that leaving those out is tried too. */
const nsfwEvery = 14

/** Adds made-up GIFs with titles and tags as uneven as real ones: rows only, the same ones each time but for their codes. */
export async function addDemoGifs(
  db: Kysely<Tables>,
  { count, template, clock = systemClock }: DemoOptions,
): Promise<void> {
  const categories = await listCategories(db)
  const numbers = demoNumbers()
  const now = clock.now()
  for (let added = 0; added < count; added += rowsInTransaction) {
    await db.transaction().execute(async (trx) => {
      for (let index = added; index < Math.min(count, added + rowsInTransaction); index++) {
        // Squared: the first categories are much fuller than the last.
        const category = categories[Math.floor(numbers() ** 2 * categories.length)]
        if (category === undefined) continue
        await insertGif(trx, {
          ...template,
          code: newCode(),
          title: demoTitle(numbers),
          tags: demoTags(numbers),
          categoryId: category.id,
          rating: index % nsfwEvery === nsfwEvery - 1 ? 'r' : template.rating,
          createdAt: now - (count - index) * minuteMs,
        })
      }
    })
    await delay(pauseMs)
  }
}
