import type { Gif } from '#src/catalogue/gif.ts'
import type { TestSite } from '../site.ts'

/**
 * Makes GIFs trend, the first the most. To be called before the service has listed the trending GIFs, which it caches
 * for seconds.
 */
export async function makeTrend(site: TestSite, gifs: readonly Gif[]): Promise<void> {
  await site.withStores(async ({ db }) => {
    for (const [place, { id }] of gifs.entries()) {
      const trend = 1_800_000_000_000 - place
      await db.updateTable('gif').set({ uses: 10, trend }).where('id', '=', id).execute()
    }
  })
}
