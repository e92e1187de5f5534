import type { Stores } from './with-stores.ts'

/** The id of a category. Throws a sentence when there is none with this code. */
export async function categoryIdOf({ catalogue }: Stores, code: string): Promise<number> {
  const found = (await catalogue.listCategories()).find((category) => category.code === code)
  if (found === undefined) throw new Error(`There is no category with the code ${code}; see category list.`)
  return found.id
}
