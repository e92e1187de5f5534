import Type from 'typebox'
import { findGifIds } from '../../catalogue/find-gifs.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { listEnd, listEnvelope, listStart } from './envelope.ts'
import { readRoute, searchRoute } from './route.ts'
import { sendAnswer, sendGifs } from './send-gifs.ts'
import { gifValues, pageValues, readHighestRating, readOffsetPage } from './values.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Category } from '../../catalogue/category.ts'

/** Covers are shown before anyone has chosen a rating, so none is NSFW unless the call allows it. */
const coverRating = 'pg-13'

const listValues = Type.Object({ ...gifValues, ...pageValues(100) })
const gifListValues = Type.Object({ ...gifValues, ...pageValues() })
const params = Type.Object({ category: Type.String() })
const pairParams = Type.Object({ category: Type.String(), words: Type.String() })

/** GET /gifs/categories, /gifs/categories/{category} and /gifs/categories/{category}/{words}. */
export function gifCategoryRoutes(app: CompatServer, deps: CompatDeps): void {
  app.get('/gifs/categories', readRoute(listValues), async (request, reply) => {
    const { rating = coverRating, fields } = request.query
    const page = readOffsetPage(request.query)
    const { items, total } = await coveredCategories(deps, readHighestRating(rating), page)
    const end = listEnd({ total, offset: page.start, responseId: request.id })(items.length)
    cacheBriefly(reply)
    return sendAnswer({ request, reply, fields }, listStart + items.join(',') + end)
  })

  // There are no categories within categories here.
  const subcategories = readRoute(listValues)
  app.get(
    '/gifs/categories/:category',
    { ...subcategories, schema: { ...subcategories.schema, params } },
    async (request) => listEnvelope([], { total: 0, offset: 0, responseId: request.id }),
  )

  const gifs = searchRoute(gifListValues)
  app.get(
    '/gifs/categories/:category/:words',
    { ...gifs, schema: { ...gifs.schema, params: pairParams } },
    async (request, reply) => {
      const { rating, fields } = request.query
      const page = readOffsetPage(request.query)
      const category = await categoryNamed(deps.catalogue, request.params.category)
      const named = await categoryNamed(deps.catalogue, request.params.words)
      const isWhole = named !== undefined && named.id === category?.id
      const found =
        category === undefined
          ? { ids: [], total: 0 }
          : await findGifIds(deps, {
              text: isWhole ? '' : request.params.words.replaceAll('-', ' '),
              categoryCode: category.code,
              maxRating: readHighestRating(rating),
              ...page,
            })
      return sendGifs({ deps, request, reply, fields }, { ...found, offset: page.start })
    },
  )
}

/** A page of categories as JSON, each with the GIF that its name finds up to the rating; others are left out. */
async function coveredCategories(
  { catalogue, discovery, records }: CompatDeps,
  maxRating: ReturnType<typeof readHighestRating>,
  { start, limit }: { start: number; limit: number },
): Promise<{ items: string[]; total: number }> {
  const categories = await catalogue.filledCategories(maxRating)
  const covers = await discovery.coversOf(
    categories.map(({ name }) => name),
    maxRating,
  )
  const items: string[] = []
  for (const { text, gifId } of covers.slice(start, start + limit)) {
    const category = categories.find(({ name }) => name === text)
    const gif = (await records.list('', [gifId], { end: '' })).toString()
    if (category === undefined || gif === '') continue
    const name = JSON.stringify(category.name)
    const code = JSON.stringify(category.code)
    items.push(`{"name":${name},"name_encoded":${code},"subcategories":[],"gif":${gif}}`)
  }
  return { items, total: covers.length }
}

/** The category with this code or name, in any case; undefined if there is no match. */
export async function categoryNamed(
  catalogue: Pick<CatalogueStore, 'listCategories'>,
  name: string,
): Promise<Category | undefined> {
  const wanted = name.trim().toLowerCase()
  const categories = await catalogue.listCategories()
  return categories.find(({ code, name }) => [code, name].some((known) => known.toLowerCase() === wanted))
}
