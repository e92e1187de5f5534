import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { removeMadeGif, type RemoveGifDeps } from '../../catalogue/remove-gif.ts'
import { isOwnSource, type PreparedSource, type SourceOwner } from './prepared-source.ts'
import type { PreparedSourceStore } from './source-store.ts'

/** The GIFs that were made of a source, the oldest first; hidden ones are left out. */
export async function variantsOf(
  {
    preparedSources,
    catalogue,
  }: {
    preparedSources: Pick<PreparedSourceStore, 'gifsOf'>
    catalogue: Pick<CatalogueStore, 'gifByCode'>
  },
  sourceId: string,
): Promise<Gif[]> {
  const made = await preparedSources.gifsOf(sourceId)
  const gifs = await Promise.all(made.map(({ code }) => catalogue.gifByCode(code)))
  return gifs.filter((gif): gif is Gif => gif !== undefined && !gif.hidden)
}

/** The source of a GIF while it is kept, and the task that made it, for its owner; null for everyone else. */
export async function ownSourceOfGif(
  preparedSources: Pick<PreparedSourceStore, 'sourceOf'>,
  code: string,
  owner: SourceOwner,
): Promise<{ source: PreparedSource; taskId: string } | null> {
  if (owner.accountId === null && owner.browser === null) return null
  const found = await preparedSources.sourceOf(code)
  return found !== undefined && isOwnSource(found.source, owner) ? found : null
}

/** Removes the GIFs of an own source but one. Returns how many. */
export async function keepOneVariant(
  deps: RemoveGifDeps & { preparedSources: Pick<PreparedSourceStore, 'gifsOf'> },
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
