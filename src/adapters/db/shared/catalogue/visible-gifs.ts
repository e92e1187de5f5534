import type { Kysely } from 'kysely'
import type { Viewer } from '../../../../accounts/account.ts'
import type { Gif } from '../../../../catalogue/gif.ts'
import { isVisible } from '../../../../catalogue/show-gif.ts'
import { numbersOf } from '../dialect.ts'
import { openNoticesOf } from '../notices/open-notices.ts'
import type { Tables } from '../tables.ts'
import { selectGifs, toGif } from './gif-rows.ts'

/** Returns the GIFs with these ids that the viewer may see, in the order of the ids. */
export async function visibleGifs(
  db: Kysely<Tables>,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Gif[]> {
  if (ids.length === 0) return []
  const { gifs, reported } = await readReported(db, ids)
  return inOrderOf(ids, gifs).filter((gif) => isVisible(gif, viewer, reported.has(gif.id)))
}

/** Reads the GIFs with these ids and which of them have open notices, in one statement. */
export async function readReported(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<{ gifs: Map<number, Gif>; reported: Set<number> }> {
  const rows = await selectGifs(db)
    .select((eb) =>
      eb
        .case()
        .when(eb.exists(openNoticesOf(eb)))
        .then(1)
        .else(0)
        .end()
        .as('is_reported'),
    )
    .where('gif.id', 'in', numbersOf(ids))
    .execute()
  return {
    gifs: new Map(rows.map((row) => [row.id, toGif(row)])),
    reported: new Set(rows.filter((row) => row.is_reported === 1).map((row) => row.id)),
  }
}

/** Returns the GIFs of a map in the order of the ids; missing ones are left out. */
export function inOrderOf(ids: readonly number[], gifs: ReadonlyMap<number, Gif>): Gif[] {
  return ids.map((id) => gifs.get(id)).filter((gif) => gif !== undefined)
}
