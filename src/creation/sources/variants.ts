import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Gif } from '../../catalogue/gif.ts'
import type { CatalogueStores } from '../../catalogue/catalogue-stores.ts'
import { removeMadeGif } from '../../catalogue/remove-gif.ts'
import { isOwnSource, type PreparedSource, type SourceOwner } from './prepared-source.ts'
import type { PreparedSourceStore } from './source-store.ts'

/**
 * Lists the GIFs that the owner of a source made of it, oldest first; leaves out hidden ones and those of an account
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

/**
 * Returns the source of a GIF while it is kept, and the task that made the GIF, to the GIF's maker; null for everyone
 * else.
 */
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

/**
 * Returns true if the owner of a source also owns this GIF of it: an account's GIF does not belong to the browser that
 * made it.
 */
function isOfMaker({ ownerId }: Gif, { accountId }: SourceOwner): boolean {
  return ownerId === null || ownerId === accountId
}

/** Removes all GIFs of an own source except one. Returns the number removed. */
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
