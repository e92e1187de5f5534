import type { Kysely } from 'kysely'
import type { BackupRows, FolderFiles } from '../../../ops/backup/backup.ts'
import { keepUploadsMs } from '../../../creation/retry.ts'
import { uploadsOf } from '../../../creation/request.ts'
import { uploadFolder } from '../../../creation/uploads.ts'
import type { Clock } from '../../../lib/clock.ts'
import { gifFolder, renditionNames, type Renditions, renditions } from '../../../media/rendition.ts'
import { listOf, numbersOf } from './dialect.ts'
import { readRenditions } from './catalogue/rendition-column.ts'
import type { Tables } from './tables.ts'
import { gifClasses, taskColumns, toTask } from './tasks/task-rows.ts'

/** The number of rows read at once, so that a reader never holds the log of a busy database for long. */
const batch = 500

export class SqlBackupRows implements BackupRows {
  protected readonly db: Kysely<Tables>
  protected readonly clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  async *gifFolders(): AsyncIterable<FolderFiles[]> {
    for (let after = ''; ;) {
      const from = after
      const rows = await this.db
        .selectFrom('gif')
        .select(['id', 'media_id', 'renditions'])
        // Identical GIFs share their files.
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('gif as same')
            .select((of) => of.fn.min<number>('same.id').as('id'))
            .where('same.media_id', '>', from)
            .groupBy('same.media_id')
            .orderBy('same.media_id')
            .limit(batch),
        )
        .orderBy('media_id')
        .execute()
      yield rows.map((row) => ({
        folder: gifFolder(row.media_id),
        gifId: row.id,
        files: filesOf(readRenditions(row.renditions)),
      }))
      const last = rows.at(-1)
      if (last === undefined || rows.length < batch) return
      after = last.media_id
    }
  }

  async gifCount(): Promise<number> {
    const { gifs } = await this.db
      .selectFrom('gif')
      .select((eb) => eb.fn.countAll<number>().as('gifs'))
      .executeTakeFirstOrThrow()
    return gifs
  }

  async uploadFolders(): Promise<FolderFiles[]> {
    const now = this.clock.now()
    const rows = await this.db
      .selectFrom('task')
      .select(taskColumns)
      .where('class', 'in', gifClasses)
      .where((eb) =>
        eb.or([
          eb('ended_at', 'is', null),
          eb.and([eb('ended_at', '>', now - keepUploadsMs), eb('status', '=', 'error')]),
        ]),
      )
      .execute()
    return foldersOfUploads(rows, now)
  }

  async named(folders: string[]): Promise<Set<string>> {
    const mediaIds = folders.filter((folder) => folder === gifFolder(idOf(folder))).map(idOf)
    const rows = await this.db
      .selectFrom('gif')
      .select('media_id')
      .where('media_id', 'in', listOf(mediaIds))
      .execute()
    const uploads = mediaIds.length === folders.length ? [] : await this.uploadFolders()
    return new Set([...rows.map((row) => gifFolder(row.media_id)), ...uploads.map(({ folder }) => folder)])
  }

  async foldersOf(gifIds: number[]): Promise<Map<number, string>> {
    const rows = await this.db
      .selectFrom('gif')
      .select(['id', 'media_id'])
      .where('id', 'in', numbersOf(gifIds))
      .execute()
    return new Map(rows.map((row) => [row.id, gifFolder(row.media_id)]))
  }
}

/** The uploads that tasks still need at the given time. */
export function foldersOfUploads(rows: Parameters<typeof toTask>[0][], now: number): FolderFiles[] {
  return rows
    .map((row) => toTask(row, now))
    .filter(
      ({ endedAt, mayRetry, request }) => (endedAt === null || mayRetry) && uploadsOf(request).length > 0,
    )
    .map(({ id, request }) => ({
      folder: uploadFolder(id),
      files: uploadsOf(request).map((key) => ({ name: key.slice(uploadFolder(id).length + 1), bytes: null })),
    }))
}

/** The id of the media or the task that a folder belongs to. */
export function idOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

/** The files in the folder of a GIF. */
export function filesOf(made: Renditions): FolderFiles['files'] {
  return renditionNames.flatMap((name) => {
    const file = made[name]
    return file === undefined ? [] : [{ name: renditions[name].file, bytes: file.bytes }]
  })
}
