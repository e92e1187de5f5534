import { Command } from 'commander'
import { withStores } from './with-stores.ts'

/** `search reindex`. */
export function searchCommands(): Command {
  const search = new Command('search').description('The search index')
  search
    .command('reindex')
    .description(
      'Build the search index anew: a running service begins at once, and its searches answer 503 until it is done; otherwise the next start does',
    )
    .action(() =>
      withStores(async ({ renewEpoch }) => {
        await renewEpoch()
        console.error('The search index will be built anew; /readyz says when it is done.')
      }),
    )
  return search
}
