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
The folder gets the database, and under media/ the files of the GIFs and the uploads of tasks that have not ended,
with their SHA-256 in media.sha256, and texts/ and pages/. From SQLite it becomes a data folder; PostgreSQL is dumped by
pg_dump, which must be installed. Files come from DATA_DIR or from the bucket, wherever they are. The folder is created if
missing, for this user only. The service may run meanwhile. The next backup into the same folder copies only what is new and
removes what was deleted; if it fails, the previous backup stays whole. gifwright restore puts it back.

  gifwright backup /mnt/backup/gifwright            # the settings say what is backed up
  gifwright backup --check /mnt/backup/gifwright    # exit code 1, and what is wrong, unless all is there
  gifwright backup --check                          # whether the instance of the settings has all of its files
  gifwright backup --advise                         # what PostgreSQL and the S3 server do for the data themselves`

type BackupFlags = { check: boolean; sizesOnly: boolean; advise: boolean }

/** `backup <folder>`: copies all data into another folder. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up the database and the files into a folder, while the service runs')
    .argument('[folder]', 'the destination; use another disk, so that the backup survives this one')
    .option('--check', 'check instead whether the backup in the folder is whole', false)
    .option('--sizes-only', 'with --check: compare the sizes of the files, and do not read them', false)
    .addOption(
      new Option('--advise', 'say instead what to use for PostgreSQL and S3, and check whether it is on')
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
    summary.deletedMeanwhile > 0 ? ` ${summary.deletedMeanwhile} GIFs were deleted meanwhile.` : ''
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
  console.log(`For up to some hundred thousand GIFs ${folder}. Beyond that, or to lose seconds at most, let the servers keep their
data themselves: the database by point-in-time recovery, the bucket by versions. Restore the database first, to a moment
after which the bucket has removed nothing for good, then bring back what was removed since; texts/ and pages/ of DATA_DIR
are copied by hand. Start no service before gifwright backup --check finds the instance whole.
`)
  for (const { ok, text } of findings) console.log(`${marks[`${ok}`]}${text}`)
  if (findings.some(({ ok }) => ok === false)) process.exitCode = 1
}
