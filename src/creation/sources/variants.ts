import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Gif } from '../../catalogue/gif.ts'
import type { CatalogueStores } from '../../catalogue/catalogue-stores.ts'
import { removeMadeGif } from '../../catalogue/remove-gif.ts'
import { isOwnSource, type PreparedSource, type SourceOwner } from './prepared-source.ts'
import type { PreparedSourceStore } from './source-store.ts'

/**
 * The GIFs that the owner of a source made of it, the oldest first; hidden ones are left out, and so are those of an account
 * that was signed in to the same browser.
 */
export async function variantsOf(
  {
    preparedSources,
    catalogue,
  }: {
    preparedSources: PreparedSourceStore
    catalogue: CatalogueStore
  },
  sourceId: string,
  owner: SourceOwner,
): Promise<Gif[]> {
  const made = await preparedSources.gifsOf(sourceId)
  const gifs = await Promise.all(made.map(({ code }) => catalogue.gifByCode(code)))
  return gifs.filter((gif) => gif !== undefined).filter((gif) => !gif.hidden && isOfMaker(gif, owner))
}

/** The source of a GIF while it is kept, and the task that made it, for the one who made the GIF; null for everyone else. */
export async function ownSourceOfGif(
  {
    preparedSources,
    catalogue,
  }: {
    preparedSources: PreparedSourceStore
    catalogue: CatalogueStore
  },
  code: string,
  owner: SourceOwner,
): Promise<{ source: PreparedSource; taskId: string } | null> {
  if (owner.accountId === null && owner.browser === null) return null
  const found = await preparedSources.sourceOf(code)
  if (found === undefined || !isOwnSource(found.source, owner)) return null
  const gif = await catalogue.gifByCode(code)
  return gif !== undefined && isOfMaker(gif, owner) ? found : null
}

/** Whether a GIF of an own source is the owner's, too: an account's is not that of the browser which it was made in. */
function isOfMaker({ ownerId }: Gif, { accountId }: SourceOwner): boolean {
  return ownerId === null || ownerId === accountId
}

/** Removes the GIFs of an own source but one. Returns how many. */
export async function keepOneVariant(
  deps: CatalogueStores & { preparedSources: Pick<PreparedSourceStore, 'gifsOf'> },
  sourceId: string,
  keptCode: string,
  { accountId }: SourceOwner,
): Promise<number> {
  const made = await deps.preparedSources.gifsOf(sourceId)
  if (!made.some(({ code }) => code === keptCode)) return 0
  let removed = 0
  for (const { code } of made) {
    if (code !== keptCode && (await removeMadeGif(deps, code, accountId))) removed += 1
  }
  return removed
}
