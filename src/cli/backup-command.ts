import { Command } from 'commander'
import { backUp, checkBackupIn, checkInstance } from '../app/backup.ts'
import { loadConfig } from '../config/config.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import { progressBar } from './progress-bar.ts'
import { useCallersFolder } from './where-npm-was-called.ts'

/** More lines would not help. */
const maxFaultsShown = 20

const more = `
The folder becomes a data folder: gifwright.db, and under media/ the files of the GIFs and the uploads of tasks
that have not ended, with texts/ and pages/. It is created if missing, for this user only. The service may run meanwhile. The next backup
into the same folder copies only what is new and removes what was deleted; if it fails, the previous backup stays
whole.

To restore: stop the service, move DATA_DIR away, copy the folder to where DATA_DIR was, start the service.

  gifwright backup /mnt/backup/gifwright            # DATA_DIR says what is backed up
  gifwright backup --check /mnt/backup/gifwright    # exit code 1, and what is wrong, unless all is there
  gifwright backup --check                          # the instance of the settings, also in PostgreSQL and S3`

/** `backup <folder>`: copies all data into another folder. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up the database and the files into a folder, while the service runs')
    .argument('[folder]', 'the destination; use another disk, so that the backup survives this one')
    .option('--check', 'check instead whether the backup in the folder is whole', false)
    .addHelpText('after', more)
    .action((folder: string | undefined, { check }: { check: boolean }) => {
      if (check) return checkFolder(folder)
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
    `The backup was made, but without these ${summary.lost.length} folders: their files are not in DATA_DIR, although the database names them.`,
  )
}

async function checkFolder(folder: string | undefined): Promise<void> {
  const config = loadConfig()
  useCallersFolder()
  const bar = progressBar(process.stderr, 'Checking')
  const check = folder === undefined ? checkInstance(config, bar.show) : checkBackupIn(folder, bar.show)
  const { gifs, faults } = await check.finally(bar.clear)
  const name = folder ?? 'The instance of these settings'
  if (faults.length === 0) return console.log(`${name} is whole: ${gifs} GIFs, all with their files.`)
  listFaults(faults)
  throw new Error(`${name} is not whole: ${faults.length} faults.`)
}

function listFaults(faults: string[]): void {
  for (const fault of faults.slice(0, maxFaultsShown)) console.error(fault)
  if (faults.length > maxFaultsShown) console.error(`... and ${faults.length - maxFaultsShown} more`)
}
