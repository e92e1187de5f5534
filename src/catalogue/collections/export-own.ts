import { jsonList } from '../../lib/text/json-lines.ts'
import type { CollectionStore, ListedName } from './collection-store.ts'

/** The number of GIFs read at once. */
const pageSize = 100

/**
 * The favorites and collections of an account as the text of a JSON object, for its owner to download. GIFs are
 * identified by code and title.
 */
export async function* exportOwnCollections(
  collections: CollectionStore,
  accountId: number,
): AsyncGenerator<string> {
  yield '{"favourites": '
  yield* jsonList(namesOf((after) => collections.favoriteNames(accountId, after, pageSize)))
  let before = ', "collections": ['
  for (const { collection } of await collections.ofOwner(accountId)) {
    const { id, code, name, description, visibility, hidden, createdAt, updatedAt } = collection
    const values = {
      code,
      name,
      description,
      visibility,
      hidden_by_operator: hidden,
      created_at: new Date(createdAt).toISOString(),
      updated_at: new Date(updatedAt).toISOString(),
    }
    yield `${before}${JSON.stringify(values, null, 2).slice(0, -2)},\n  "gifs": `
    yield* jsonList(namesOf((after) => collections.names(id, accountId, after, pageSize)))
    yield '}'
    before = ', '
  }
  yield before === ', ' ? ']}\n' : ', "collections": []}\n'
}

async function* namesOf(
  read: (after: ListedName | null) => Promise<ListedName[]>,
): AsyncGenerator<{ code: string; title: string }[]> {
  for (let after: ListedName | null = null; ;) {
    const names: ListedName[] = await read(after)
    yield names.map(({ code, title }) => ({ code, title }))
    if (names.length < pageSize) return
    after = names.at(-1) ?? null
  }
}
