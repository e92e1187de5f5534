import { Command, Option } from 'commander'
import { fillWithDemo, removeDemo } from '../app/demo.ts'
import { loadConfig } from '../config/config.ts'
import { accountCommands } from './account-commands.ts'
import { appCommands } from './app-commands.ts'
import { backupCommand } from './backup-command.ts'
import { categoryCommands } from './category-commands.ts'
import { configCommands } from './config-commands.ts'
import { duplicatesCommands } from './duplicates-command.ts'
import { abortOnEndingSignal } from './ending-signals.ts'
import { exportCommand } from './export-command.ts'
import { importCommand } from './import-command.ts'
import { changeLog } from './log-change.ts'
import { loadProgress } from './load-progress.ts'
import { moveCommand } from './move-command.ts'
import { noticeCommands } from './notice-commands.ts'
import { refuseForeignData } from './refuse-root.ts'
import { renditionsCommands } from './renditions-command.ts'
import { restoreCommand } from './restore-command.ts'
import { searchCommands } from './search-commands.ts'
import { textCommands } from './text-commands.ts'
import { runService } from './run-service.ts'
import { withStores } from './with-stores.ts'
import { migrateInstance, pendingMigrations } from '../app/migrate.ts'
import { createLog } from '../lib/log/log.ts'

const more = `
Starting the service does the same. Back up first: only that backup leads back to an older version. Stop every process
of the instance on every machine: while one has the database open, nothing is changed and the exit code is 1.

Examples:
  gifwright migrate --dry-run
  gifwright migrate`

/** `migrate`: migrates the tables of an older version. */
function migrateCommand(): Command {
  return new Command('migrate')
    .description('Migrate the database of an older version without starting the service')
    .option('--dry-run', 'only list the migrations to run', false)
    .addHelpText('after', more)
    .action(({ dryRun }: { dryRun: boolean }) => (dryRun ? listMigrations() : migrate()))
}

async function listMigrations(): Promise<void> {
  const plan = await pendingMigrations(loadConfig())
  if (plan === null) return console.log('The database is up to date.')
  console.log(`The database is at ${plan.from}. These migrations lead to ${plan.to}:`)
  for (const name of plan.names) console.log(name)
}

async function migrate(): Promise<void> {
  const start = performance.now()
  const config = loadConfig()
  const plan = await migrateInstance(config, createLog(config.log.level, 2))
  if (plan === null) return console.log('The database is up to date.')
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`The database was migrated from ${plan.from} to ${plan.to} in ${seconds} s.`)
}

/** Adds the commands that work with the service's data. `args` are the arguments of this call. */
export function addServiceCommands(program: Command, args: readonly string[]): void {
  program.hook('preAction', async (_program, command) => {
    if (usesData(command)) await refuseForeignData(loadConfig(), args)
  })
  program
    .command('start')
    .description('Answer requests and make GIFs. For settings, see docs/operating.md')
    .action(() => runService('all'))
  program
    .command('serve')
    .description('Answer requests only; `gifwright work` makes the GIFs')
    .action(() => runService('web'))
  program
    .command('work')
    .description('Make GIFs only, for `gifwright serve`')
    .action(() => runService('worker'))
  program.addCommand(initCommand())
  program.addCommand(migrateCommand())
  program.addCommand(configCommands())
  program.addCommand(accountCommands())
  program.addCommand(appCommands())
  program.addCommand(categoryCommands())
  program.addCommand(noticeCommands())
  program.addCommand(textCommands())
  program.addCommand(backupCommand())
  program.addCommand(restoreCommand())
  program.addCommand(moveCommand())
  program.addCommand(exportCommand())
  program.addCommand(importCommand())
  program.addCommand(searchCommands())
  program.addCommand(renditionsCommands())
  program.addCommand(duplicatesCommands())
  program.addCommand(demoCommand())
}

/** Returns true if a command reads or writes DATA_DIR. */
function usesData(command: Command): boolean {
  if (command.parent?.name() === 'config' || command.name() === 'make') return false
  return !(command.name() === 'backup' && command.opts<{ check: boolean }>().check && command.args.length > 0)
}

const demoHelp = `
Each line of the file is a JSON object with \`title\` and \`tags\`, and optionally \`category\` (a code or a name), \`nsfw\`
(true or false) and \`uses\` (a whole number):

  {"title": "A cat jumps off a table", "tags": ["cat", "jump"], "category": "animals", "uses": 12}

Examples:
  gifwright demo --gifs 100000
  gifwright demo --captions captions.jsonl
  zcat captions.jsonl.gz | gifwright demo --captions -
  gifwright demo --remove

--remove takes out every GIF that demo has added, whenever that was, also those that were edited or are favorites since. A GIF
that somebody made of one stays.`

/** `demo`: fills a catalogue for trials. */
function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Fill the catalogue with GIFs for trials and measurements; they share one small animation. A running service shows them immediately',
    )
    .option('--gifs <count>', 'the number of made-up GIFs', Number, 1000)
    .addOption(
      new Option('--captions <file>', 'add GIFs from a file of JSON lines; - is standard input').conflicts(
        'gifs',
      ),
    )
    .addOption(
      new Option('--remove', 'remove everything that this command has added')
        .default(false)
        .conflicts(['gifs', 'captions']),
    )
    .addHelpText('after', demoHelp)
    .action(async ({ gifs, captions, remove }: { gifs: number; captions?: string; remove: boolean }) => {
      if (remove) return removeAll()
      if (!Number.isInteger(gifs) || gifs < 1) throw new Error('--gifs must be a whole number, at least 1.')
      let progress = loadProgress(process.stderr)
      const source = captions === undefined ? { gifs } : { captions }
      const interrupt = abortOnEndingSignal()
      const config = loadConfig()
      const added = await fillWithDemo(config, source, {
        // Starts the clock here, so that earlier work does not count as time per GIF.
        onBegin: () => (progress = loadProgress(process.stderr)),
        onProgress: (done, expected) => progress.show(done, expected),
        signal: interrupt.signal,
      }).finally(() => progress.clear())
      changeLog(config)('add demo gifs', { added })
      console.error(`${added} ${added === 1 ? 'GIF' : 'GIFs'} added.`)
    })
}

async function removeAll(): Promise<void> {
  const progress = loadProgress(process.stderr, { verb: 'removed' })
  const { signal } = abortOnEndingSignal()
  const onProgress = (done: number) => progress.show(done, null)
  const config = loadConfig()
  const removed = await removeDemo(config, { onProgress, signal }).finally(() => progress.clear())
  changeLog(config)('remove demo gifs', { removed })
  console.error(`${removed} ${removed === 1 ? 'GIF' : 'GIFs'} removed.`)
}

/** `init`: creates an empty instance according to the settings. */
function initCommand(): Command {
  return new Command('init')
    .description(
      'Create the database of a new instance with its first categories, according to the settings; an existing one is left unchanged',
    )
    .action(() =>
      withStores(
        async ({ isNew }, logChange) => {
          const { data, database } = loadConfig()
          const place = database === null ? `in ${data.folder}` : 'in the database of DATABASE_URL'
          if (isNew) logChange('make instance')
          console.error(isNew ? `Created a new instance ${place}.` : `There is already an instance ${place}.`)
        },
        { mayCreate: true },
      ),
    )
}
