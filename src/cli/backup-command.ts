import { Command, Option } from 'commander'
import { adviseBackup } from '../app/backup/backup-advice.ts'
import { checkBackupIn, checkInstance } from '../app/backup/backup-check.ts'
import { backUp } from '../app/backup/backup.ts'
import { loadConfig } from '../config/config.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import { listFaults } from './plain-text.ts'
import { progressBar } from './progress-bar.ts'
import { useCallersFolder } from './where-npm-was-called.ts'

const more = `
The folder gets the database, the files of the GIFs and uploads of unfinished tasks (in media/, with their SHA-256 in
media.sha256), texts/ and pages/. With SQLite it can be used as a data folder. PostgreSQL is dumped by pg_dump, which must
be installed. Files come from DATA_DIR or the bucket. A missing folder is created, readable for this user only. The service
can keep running. Another backup to the same folder copies only new files and removes deleted ones; if it fails, the
previous backup stays complete. gifwright restore restores it.

  gifwright backup /mnt/backup/gifwright            # back up the instance from the settings
  gifwright backup --check /mnt/backup/gifwright    # list the faults of a backup; exit code 1 if there are any
  gifwright backup --check                          # check that the instance from the settings has all its files
  gifwright backup --advise                         # list what PostgreSQL and the S3 server can do themselves`

type BackupFlags = { check: boolean; sizesOnly: boolean; advise: boolean }

/** `backup <folder>`: copies all data into another folder. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up the database and the files to a folder while the service runs')
    .argument('[folder]', 'the destination, preferably on another disk')
    .option('--check', 'check that the backup in the folder is complete', false)
    .option('--sizes-only', 'with --check: compare file sizes without reading the files', false)
    .addOption(
      new Option('--advise', 'list the PostgreSQL and S3 features to use, and check whether they are on')
        .default(false)
        .conflicts('check'),
    )
    .addHelpText('after', more)
    .action((folder: string | undefined, flags: BackupFlags) => {
      if (flags.advise) return advise()
      if (flags.check) return checkFolder(folder, flags.sizesOnly)
      if (folder === undefined) throw new Error('Name the folder of the backup.')
      return backUpInto(folder)
    })
}

async function backUpInto(folder: string): Promise<void> {
  const start = performance.now()
  const config = loadConfig()
  useCallersFolder()
  const bar = progressBar(process.stderr, 'Backing up')
  const summary = await backUp(config, folder, bar.show).finally(bar.clear)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const deleted =
    summary.deletedMeanwhile > 0 ? ` ${summary.deletedMeanwhile} GIFs were deleted during the backup.` : ''
  console.log(
    `${summary.gifs} GIFs and the uploads of ${summary.uploads} tasks are in ${folder}; ${summary.copied} folders (${inMegabytes(summary.copiedBytes)} MB) were new. ${seconds} s.${deleted}`,
  )
  if (summary.lost.length === 0) return
  listFaults(summary.lost.map((name) => `media/${name}`))
  throw new Error(
    `The backup was made, but without these ${summary.lost.length} folders: their files are not in the media store, although the database names them.`,
  )
}

async function checkFolder(folder: string | undefined, sizesOnly: boolean): Promise<void> {
  const config = loadConfig()
  useCallersFolder()
  const bar = progressBar(process.stderr, 'Checking')
  const check =
    folder === undefined
      ? checkInstance(config, bar.show)
      : checkBackupIn(folder, bar.show, { sizesOnly, searchPath: config.render.searchPath })
  const { gifs, faults } = await check.finally(bar.clear)
  const name = folder ?? 'The instance of these settings'
  if (faults.length === 0) return console.log(`${name} is whole: ${gifs} GIFs, all with their files.`)
  listFaults(faults)
  throw new Error(`${name} is not whole: ${faults.length} faults.`)
}

const marks = { true: 'ok      ', false: 'CHANGE  ', null: 'unknown ' }

async function advise(): Promise<void> {
  const config = loadConfig()
  const findings = await adviseBackup(config)
  const folder = 'gifwright backup FOLDER copies all of it'
  if (config.database === null && config.s3 === null)
    return console.log(`The data is in ${config.data.folder} alone: ${folder}. There is nothing else to use.`)
  console.log(`For up to some hundred thousand GIFs, ${folder}. For more GIFs, or to lose only seconds of work, let the servers keep
their data: the database with point-in-time recovery, the bucket with versions. Restore the database first, to a moment
since which the bucket has kept all versions, then the objects removed since then. Copy texts/ and pages/ of DATA_DIR
by hand. Do not start a service before gifwright backup --check finds the instance complete.
`)
  for (const { ok, text } of findings) console.log(`${marks[`${ok}`]}${text}`)
  if (findings.some(({ ok }) => ok === false)) process.exitCode = 1
}
