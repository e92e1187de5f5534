import { Command } from 'commander'
import { checkInstance } from '../app/backup/backup-check.ts'
import { restore } from '../app/backup/restore.ts'
import { loadConfig } from '../config/config.ts'
import { DamagedBackup } from '../ops/backup/restore-backup.ts'
import { inMegabytes } from '../lib/text/megabytes.ts'
import { changeLog } from './log-change.ts'
import { listFaults } from './plain-text.ts'
import { progressBar } from './progress-bar.ts'
import { useCallersFolder } from './where-npm-was-called.ts'

const more = `
Set DATA_DIR, DATABASE_URL and S3_BUCKET to the target: a DATA_DIR without a database, or an empty PostgreSQL
database, and a folder or a bucket for the files. SQLite backups restore to SQLite, PostgreSQL backups to PostgreSQL; files
can go to a folder or a bucket, wherever they came from. No service may be running there. After an interruption, run it
again. Each file is verified against its SHA-256 from the backup (media.sha256). If files are missing or changed, they are
listed, the exit code is 1, and no database is put in place, so that no service can start on half an instance;
--even-if-damaged restores the rest. At the end, the restored instance is checked.

Examples:
  gifwright restore /mnt/backup/gifwright
  DATABASE_URL=postgres://gifwright:PASSWORD@db/restored S3_BUCKET=restored gifwright restore /mnt/backup/gifwright`

/** `restore <folder>`: restores a backup to the place given by the settings. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup to the empty database and the media store from the settings')
    .argument('<folder>', 'a folder made by gifwright backup')
    .option('--even-if-damaged', 'restore without missing or changed files', false)
    .addHelpText('after', more)
    .action(restoreFrom)
}

async function restoreFrom(folder: string, flags: { evenIfDamaged: boolean }): Promise<void> {
  const config = loadConfig()
  useCallersFolder()
  const bar = progressBar(process.stderr, 'Restoring')
  const restored = await restore(config, folder, { ...flags, onProgress: bar.show })
    .finally(bar.clear)
    .catch((error: unknown) => {
      if (error instanceof DamagedBackup) listFaults(error.faults, Infinity)
      throw error
    })
  const { folders, files, bytes, unchecked } = restored
  changeLog(config)('restore backup', { folders, files })
  console.log(
    `The database is restored, and the files of ${folders} GIFs and tasks; ${files} files (${inMegabytes(bytes)} MB) were copied.`,
  )
  if (unchecked > 0)
    console.log(`${unchecked} files have no checksum in media.sha256, so their contents were not verified.`)
  listFaults(restored.faults, Infinity)
  const check = progressBar(process.stderr, 'Checking')
  const { gifs, faults } = await checkInstance(config, check.show).finally(check.clear)
  if (faults.length === 0)
    return console.log(`It is whole: ${gifs} GIFs, all with their files. Start the service.`)
  listFaults(faults, Infinity)
  throw new Error(`Restored, but ${faults.length} files are not as the database says.`)
}
