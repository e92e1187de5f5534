import { Command } from 'commander'
import { migrateInstance, pendingMigrations } from '../app/migrate.ts'
import { loadConfig } from '../config/config.ts'
import { createLog } from '../lib/log/log.ts'

const more = `
A start does the same by itself. Back up first: there is no way back to an older version but that backup. Stop every process
of the instance, on every machine: while one has the database open, nothing is changed and the exit code is 1.

Examples:
  gifwright migrate --dry-run
  gifwright migrate`

/** `migrate`: brings the tables of an older version up to date. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the database of an older version up to date, without starting the service')
    .option('--dry-run', 'only list the migrations that would run', false)
    .addHelpText('after', more)
    .action(({ dryRun }: { dryRun: boolean }) => (dryRun ? listMigrations() : migrate()))
}

async function listMigrations(): Promise<void> {
  const plan = await pendingMigrations(loadConfig())
  if (plan === null) return console.log('The database is up to date.')
  console.log(`The database is at ${plan.from}. These migrations would bring it to ${plan.to}:`)
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
