import { Command } from 'commander'
import { type AppRecord, type AppUse, sumUse } from '../accounts/apps/app-store.ts'
import { dayOf } from '../accounts/apps/app-use-counter.ts'
import { addApp } from '../accounts/apps/manage-apps.ts'
import { categoryIdOf } from './category-commands.ts'
import { type Stores, withStores } from './with-stores.ts'

const shownDays = 30

const aboutApps = `
An app is a program that uses the Tenor- or GIPHY-compatible interface with its own key. Its use is counted per day, and it
can have its own rate and the right to upload. Both interfaces stay open to programs without a key, unless
COMPAT_API_KEYS is set.

Examples:
  gifwright app add "Team chat"
  gifwright app add "Team chat" --rate 6000 --upload --category reactions
  gifwright app list
  gifwright app remove "Team chat"`

/** `app add | list | remove`. */
export function appCommands(): Command {
  const app = new Command('app')
    .description('Keys of apps that use the compatible interfaces')
    .addHelpText('after', aboutApps)
  app
    .command('add <name>')
    .description('Add an app, and print its key on one line; it is shown only once')
    .option(
      '--rate <calls>',
      'calls per minute of the app with all its users; without it, each address has the usual rate',
      Number,
    )
    .option('--upload', 'let it upload GIFs into the category given by --category')
    .option('--category <code>', 'the category of its uploads; see category list')
    .action((name: string, options: { rate?: number; upload?: boolean; category?: string }) =>
      withStores(async (stores, logChange) => {
        const { rate = null, upload = false, category } = options
        const categoryId = category === undefined ? null : await categoryIdOf(stores, category)
        if (category !== undefined && !upload) throw new Error('--category needs --upload.')
        if (category === undefined && upload)
          throw new Error('--upload needs --category, a code from category list.')
        const settings = { ratePerMinute: rate, mayUpload: upload, categoryId }
        const { app: added, key } = await addApp(stores.apps, name, settings)
        logChange('add app', { app: added.id, mayUpload: settings.mayUpload })
        console.error(`App ${added.name} added. Its key, shown only once:`)
        console.log(key)
      }),
    )
  app
    .command('list')
    .description(`List the apps with their use in the last ${shownDays} days`)
    .option('--json', 'print JSON', false)
    .action(({ json }: { json: boolean }) =>
      withStores(async (stores) => {
        const apps = await describeApps(stores)
        if (json) console.log(JSON.stringify(apps, null, 2))
        else for (const described of apps) console.log(formatApp(described))
      }),
    )
  app
    .command('remove <name>')
    .description('Remove an app; within seconds, a running service refuses its key or treats it as unknown')
    .action((name: string) =>
      withStores(async ({ apps }, logChange) => {
        const found = await apps.byName(name)
        if (found === undefined || !(await apps.remove(found.id)))
          throw new Error(`There is no app named ${name}; see app list.`)
        logChange('remove app', { app: found.id })
        console.error(`App ${found.name} removed.`)
      }),
    )
  return app
}

type DescribedApp = {
  name: string
  key_hint: string
  created: string
  rate_per_minute: number | null
  uploads_to: string | null
  use: AppUse
}

async function describeApps({ apps, catalogue }: Stores): Promise<DescribedApp[]> {
  const categories = new Map((await catalogue.listCategories()).map(({ id, code }) => [id, code]))
  const days = await apps.useSince(dayOf(Date.now()) - shownDays + 1)
  return (await apps.list()).map((app) => ({
    name: app.name,
    key_hint: app.hint,
    created: new Date(app.createdAt).toISOString(),
    rate_per_minute: app.ratePerMinute,
    uploads_to: uploadsOf(app, categories),
    use: sumUse(days.filter(({ appId }) => appId === app.id)),
  }))
}

function uploadsOf(
  { mayUpload, categoryId }: AppRecord,
  categories: ReadonlyMap<number, string>,
): string | null {
  return mayUpload && categoryId !== null ? (categories.get(categoryId) ?? null) : null
}

function formatApp({
  name,
  key_hint,
  created,
  rate_per_minute: rate,
  uploads_to,
  use,
}: DescribedApp): string {
  return [
    name,
    `${key_hint}…`,
    rate === null ? 'rate of addresses' : `${rate} a minute`,
    uploads_to === null ? 'no uploads' : `uploads to ${uploads_to}`,
    `${use.searches} searches`,
    `${use.shares} shares`,
    `${use.errors} errors`,
    `since ${created.slice(0, 10)}`,
  ].join('\t')
}
