import type { Gif, NewGif } from '#src/catalogue/gif.ts'
import { isListed } from '#src/catalogue/gif.ts'
import { ratingClassOf } from '#src/catalogue/search-filter.ts'
import { evaluateQuery } from '#src/search/query/evaluate.ts'
import { SmallIndex } from '../../search/support/small-index.ts'
import { publishGif } from '../../support/stores/gifs.ts'
import { openTestStores } from '../../support/stores/stores.ts'
import { currentIndex } from '../../support/current-index.ts'

/** Real stores, and an index of their listed GIFs without threads; `add` and `change` keep the two in sync. */
export async function openCatalogueIndex(t: { after(action: () => Promise<void>): void }) {
  const stores = await openTestStores(t)
  const small = new SmallIndex()
  small.setCategories(await stores.catalogue.listCategories())
  const put = (gif: Gif) => {
    const document = {
      ...gif,
      categoryId: gif.category.id,
      ratingClass: ratingClassOf(gif.rating),
      hasAlpha: gif.hasAlpha === true,
      uses: 0,
    }
    if (isListed(gif)) small.put(document)
    else small.remove(gif.id)
  }
  return {
    stores,
    index: currentIndex({ search: async (query) => evaluateQuery(small.view, query) }),
    add: async (given: Partial<NewGif>): Promise<Gif> => {
      const gif = await publishGif(stores, given)
      put(gif)
      return gif
    },
    change: async (id: number, change: Partial<Pick<NewGif, 'hidden' | 'rating' | 'visibility'>>) => {
      const gif = await stores.catalogue.change(id, change)
      if (gif !== undefined) put(gif)
    },
  }
}
