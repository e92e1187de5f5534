import { Command } from 'commander'
import { slug } from '../catalogue/category.ts'
import { type Stores, withStores } from './with-stores.ts'

/** `category list | add | rename | move | remove`. */
export function categoryCommands(): Command {
  const category = new Command('category').description('Manage the categories of the catalogue')
  category
    .command('list')
    .description('List the categories in order')
    .action(() =>
      withStores(async ({ catalogue }) => {
        for (const { id, code, name } of await catalogue.listCategories())
          console.log(`${id}\t${code}\t${name}`)
      }),
    )
  category
    .command('add <name> [code]')
    .description('Add a category; the default for its code, used in search, is made from the name')
    .action((name: string, code?: string) =>
      withStores(async ({ catalogue }, logChange) => {
        const added = await catalogue.addCategory({ name, code: code ?? slug(name) })
        logChange('add category', { category: added.id, code: added.code })
        console.log(`${added.id}\t${added.code}\t${added.name}`)
      }),
    )
  category
    .command('rename <code> <name>')
    .description('Rename a category; its code stays')
    .action((code: string, name: string) =>
      withStores(async (stores, logChange) => {
        const category = await categoryIdOf(stores, code)
        await stores.catalogue.renameCategory(category, { name })
        logChange('rename category', { category, name })
      }),
    )
  category
    .command('move <code> <place>')
    .description('Move a category to a place in the list, counted from 1')
    .action((code: string, place: string) =>
      withStores(async (stores, logChange) => {
        const category = await categoryIdOf(stores, code)
        await stores.catalogue.moveCategory(category, Number(place))
        logChange('move category', { category, place: Number(place) })
      }),
    )
  category
    .command('remove <code>')
    .description('Remove a category without GIFs')
    .action((code: string) =>
      withStores(async (stores, logChange) => {
        const category = await categoryIdOf(stores, code)
        await stores.catalogue.removeCategory(category)
        logChange('remove category', { category, code })
      }),
    )
  return category
}

/** The id of the category with this code. Throws a sentence if it does not exist. */
export async function categoryIdOf({ catalogue }: Stores, code: string): Promise<number> {
  const found = (await catalogue.listCategories()).find((category) => category.code === code)
  if (found === undefined) throw new Error(`There is no category with the code ${code}; see category list.`)
  return found.id
}
