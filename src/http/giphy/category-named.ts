import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Category } from '../../catalogue/category.ts'

/** The category with this code or name, in any case; undefined when there is none. */
export async function categoryNamed(catalogue: CatalogueStore, name: string): Promise<Category | undefined> {
  const wanted = name.trim().toLowerCase()
  const categories = await catalogue.listCategories()
  return categories.find(({ code, name }) => [code, name].some((known) => known.toLowerCase() === wanted))
}
