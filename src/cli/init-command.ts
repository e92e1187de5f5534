import { Command } from 'commander'
import { loadConfig } from '../config/config.ts'
import { withStores } from './with-stores.ts'

/** `init`: makes an empty instance where the settings say. */
export function initCommand(): Command {
  return new Command('init')
    .description(
      'Make the database of a new instance where the settings say, with its first categories; one that is there stays as it is',
    )
    .action(() =>
      withStores(
        async ({ isNew }, logChange) => {
          const { data, database } = loadConfig()
          const place = database === null ? `in ${data.folder}` : 'in the database of DATABASE_URL'
          if (isNew) logChange('make instance')
          console.error(
            isNew ? `A new instance was made ${place}.` : `There is an instance ${place} already.`,
          )
        },
        { mayCreate: true },
      ),
    )
}
