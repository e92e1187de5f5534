import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { takeDump } from '#src/adapters/db/postgres/dump/dump-snapshot.ts'
import { PgTools } from '#src/adapters/db/postgres/dump/pg-tools.ts'
import { SqlBackupRows } from '#src/adapters/db/shared/backup-rows.ts'
import { FileMediaCopy } from '#src/adapters/media-store/files/media-copy.ts'
import { adviseBackup } from '#src/app/backup/backup-advice.ts'
import { checkBackupIn, checkInstance } from '#src/app/backup/backup-check.ts'
import { backUp } from '#src/app/backup/backup.ts'
import { restore } from '#src/app/backup/restore.ts'
import { makeBackup } from '#src/ops/backup/make-backup.ts'
import { loadConfig } from '#src/config/config.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { systemClock } from '#src/lib/clock.ts'
import { randomId } from '#src/lib/ids.ts'
import { storeKey } from '#src/media/media-store.ts'
import { gifFolder, mainRenditions, renditionKey } from '#src/media/rendition.ts'
import { newGif } from '../../contract/stores.ts'
import { runHere } from '../../support/processes/command.ts'
import { isFullRun } from '../../support/full-run.ts'
import { dumpDatabase, makeInstance, openStoresOf } from '../../support/stores/moving.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { noPostgres, sharedPostgres } from '../../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../../support/servers/s3.ts'
import { storeTask } from '../../support/stores/stored-gifs.ts'
import type { TestStores } from '../../support/stores/stores.ts'

const quiet = () => {}

/** A GIF with its files, next to waiting tasks. */
async function putGif(stores: TestStores): Promise<Gif> {
  const gif = newGif()
  for (const name of mainRenditions) {
    const path = join(stores.folder, randomId(8))
    await writeFile(path, randomBytes(gif.renditions[name]?.bytes ?? 0))
    await stores.mediaStore.put(renditionKey(gif.mediaId, name), path)
  }
  await stores.unitOfWork.inTransaction(({ catalogue }) => catalogue.add(gif))
  const added = await stores.catalogue.gifByCode(gif.code)
  if (added === undefined) throw new Error('not added')
  return added
}
const missing = noPostgres || noS3

describe('a backup of PostgreSQL and S3', { skip: missing }, async () => {
  if (missing !== false) return
  const [postgres, s3] = await Promise.all([sharedPostgres(), sharedS3()])

  const newSettings = async (t: TestContext, { empty = false } = {}): Promise<Record<string, string>> => ({
    DATA_DIR: join(await dataFolder(t), 'data'),
    DATABASE_URL: await postgres.newDatabase({ empty }),
    ...s3.settingsOf(await s3.newBucket()),
  })

  /** An instance with some GIFs and a task, and a folder for its backup. */
  const service = async (t: TestContext, gifs = 3) => {
    const settings = await newSettings(t)
    const { stores } = await makeInstance(t, gifs, settings)
    const folder = join(await dataFolder(t), 'backup')
    return { settings, stores, folder, back: () => backUp(loadConfig(settings), folder, quiet) }
  }

  /** Restores a backup into a new database and a new bucket, and opens it. */
  const restored = async (t: TestContext, folder: string) => {
    const settings = await newSettings(t, { empty: true })
    await restore(loadConfig(settings), folder, { onProgress: quiet })
    const config = loadConfig(settings)
    assert.deepEqual((await checkInstance(config, quiet)).faults, [])
    return { ...(await openStoresOf(t, settings)), config }
  }

  test('it is restored into a new database and bucket with every row and file, and caches see that it is another history', async (t) => {
    const { settings, stores, folder, back } = await service(t)
    await mkdir(join(stores.folder, 'pages'))
    await writeFile(join(stores.folder, 'pages', 'about.md'), 'About us')
    const before = await dumpDatabase(loadConfig(settings))
    const summary = await back()
    assert.deepEqual([summary.gifs, summary.uploads, summary.copied, summary.lost], [3, 1, 3, []])
    assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 3, faults: [] })
    const copy = await restored(t, folder)
    const later = await dumpDatabase(copy.config)
    const epochOf = (dump: typeof before) => dump.catalogue_version?.[0]?.epoch
    assert.notEqual(epochOf(later), epochOf(before))
    for (const name of Object.keys(before).filter((table) => !/^(?:catalogue_version|instance)$/.test(table)))
      assert.deepEqual(later[name], before[name], name)
    assert.equal(copy.secret, stores.secret)
    const gif = await copy.catalogue.random({ categoryId: null, maxRating: 'r' })
    const key = renditionKey(gif?.mediaId ?? '', 'gif')
    assert.equal((await copy.mediaStore.stat(key))?.bytes, 1000)
    assert.equal(await readFile(join(copy.folder, 'pages', 'about.md'), 'utf8'), 'About us')
  })

  test('while GIFs are added, hidden and removed, each backup is complete, and the next copies only new files', async (t) => {
    const { stores, folder, back } = await service(t, 4)
    const backedUp = new AbortController()
    const changes = (async () => {
      const gifs = []
      while (!backedUp.signal.aborted) {
        gifs.push(await putGif(stores))
        await storeTask(stores)
        const gif = gifs.length % 2 === 0 ? gifs.shift() : undefined
        if (gif === undefined) continue
        await stores.catalogue.remove(gif.id)
        await stores.mediaStore.removeAll(gifFolder(gif.mediaId))
      }
    })()
    for (let count = 0; count < (isFullRun ? 3 : 1); count++) {
      const { lost } = await back()
      assert.deepEqual(lost, [])
      assert.deepEqual((await checkBackupIn(folder, quiet)).faults, [])
    }
    backedUp.abort()
    await changes
    const { copied, gifs } = await back()
    assert.ok(copied < gifs, `${copied} of ${gifs}`)
    await restored(t, folder)
  })

  test('a GIF removed after the dump is not in the restored instance; one whose files moved is, with them', async (t) => {
    const { settings, stores, folder } = await service(t, 0)
    const [kept, removed, moved] = [await putGif(stores), await putGif(stores), await putGif(stores)]
    const tools = new PgTools(process.env.PATH ?? '')
    await mkdir(folder)
    const summary = await makeBackup({
      live: new SqlBackupRows(stores.db, systemClock),
      takeSnapshot: async () => {
        const dump = { folder, url: settings.DATABASE_URL ?? '', tools, clock: systemClock }
        const snapshot = await takeDump(dump)
        await stores.catalogue.remove(removed.id)
        await stores.mediaStore.removeAll(gifFolder(removed.mediaId))
        await stores.mediaStore.copyAll(gifFolder(moved.mediaId), gifFolder('elsewhere00000000000'))
        await stores.mediaStore.removeAll(gifFolder(moved.mediaId))
        await stores.db
          .updateTable('gif')
          .set({ media_id: 'elsewhere00000000000' })
          .where('id', '=', moved.id)
          .execute()
        return snapshot
      },
      media: new FileMediaCopy({
        from: stores.mediaStore,
        to: join(folder, 'media'),
        workspace: join(folder, 'partial'),
      }),
      checkDiskSpace: async () => undefined,
      onProgress: quiet,
    })
    assert.deepEqual([summary.gifs, summary.deletedMeanwhile, summary.lost], [2, 1, []])
    assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 2, faults: [] })
    const copy = await restored(t, folder)
    assert.equal(await copy.catalogue.gifByCode(removed.code), undefined)
    for (const gif of [kept, moved]) {
      assert.deepEqual(await copy.catalogue.gifByCode(gif.code), gif)
      assert.equal((await copy.mediaStore.stat(renditionKey(gif.mediaId, 'mp4')))?.bytes, 500)
    }
  })

  test('the check finds a changed file, a truncated one, and an overwritten dump', async (t) => {
    const { folder, back } = await service(t, 2)
    await back()
    const [one = '', other = ''] = await readdir(join(folder, 'media', 'gifs'))
    const file = join(folder, 'media', 'gifs', one, 'gif.gif')
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(1))
    await truncate(join(folder, 'media', 'gifs', other, 'video.mp4'), 17)
    const { faults } = await checkBackupIn(folder, quiet)
    assert.deepEqual(
      faults.toSorted(),
      [
        `media/gifs/${one}/gif.gif is not as it was when it was copied.`,
        `media/gifs/${other}/video.mp4 has 17 bytes instead of 500.`,
      ].toSorted(),
    )
    assert.equal((await checkBackupIn(folder, quiet, { sizesOnly: true })).faults.length, 1)
    const dump = join(folder, (await readdir(folder)).find((name) => name.endsWith('.dump')) ?? '')
    await writeFile(dump, (await readFile(dump)).fill(0xa5, 3000, 3100))
    assert.match((await checkBackupIn(folder, quiet)).faults.join(), /dump is not as it was when it was made/)
  })

  test('mismatches are refused with a message: a full database, another kind, another instance, no pg_dump', async (t) => {
    const { settings, folder, back } = await service(t, 1)
    await back()
    const config = loadConfig(settings)
    await assert.rejects(
      restore(config, folder, { onProgress: quiet }),
      /is not empty\. Create a new one for the restore/,
    )
    const onSqlite = loadConfig({ DATA_DIR: join(await dataFolder(t), 'data') })
    await assert.rejects(
      restore(onSqlite, folder, { onProgress: quiet }),
      /of an instance with PostgreSQL: set DATABASE_URL/,
    )
    await assert.rejects(
      restore(onSqlite, await dataFolder(t), { onProgress: quiet }),
      /There is no database/,
    )
    const other = await service(t, 1)
    await assert.rejects(backUp(loadConfig(other.settings), folder, quiet), /backup of another instance/)
    const used = { ...(await newSettings(t, { empty: true })), S3_BUCKET: other.settings.S3_BUCKET ?? '' }
    await assert.rejects(
      restore(loadConfig(used), folder, { onProgress: quiet }),
      /belongs to another instance/,
    )
    const tools = await dataFolder(t)
    await assert.rejects(new PgTools(tools).checkDump(15), /pg_dump is not installed here\. Install/)
    await writeFile(join(tools, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 12.1"', { mode: 0o755 })
    await assert.rejects(
      new PgTools(tools).checkDump(15),
      /of version 12, and the database is PostgreSQL 15, .* postgresql-client-15/,
    )
  })

  test('SQLite with S3 becomes a data folder, and is restored into a bucket; PostgreSQL with a folder into a folder', async (t) => {
    const bucket = s3.settingsOf(await s3.newBucket())
    const inS3 = { DATA_DIR: join(await dataFolder(t), 'data'), ...bucket }
    await makeInstance(t, 1, inS3)
    const folder = join(await dataFolder(t), 'backup')
    assert.equal((await backUp(loadConfig(inS3), folder, quiet)).gifs, 1)
    assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 1, faults: [] })
    const target = {
      DATA_DIR: join(await dataFolder(t), 'data'),
      ...s3.settingsOf(await s3.newBucket()),
    }
    await restore(loadConfig(target), folder, { onProgress: quiet })
    assert.deepEqual(await checkInstance(loadConfig(target), quiet), { gifs: 1, faults: [] })

    const inFolder = {
      DATA_DIR: join(await dataFolder(t), 'data'),
      DATABASE_URL: await postgres.newDatabase(),
    }
    await makeInstance(t, 1, inFolder)
    const second = join(await dataFolder(t), 'backup')
    await backUp(loadConfig(inFolder), second, quiet)
    const home = {
      DATA_DIR: join(await dataFolder(t), 'data'),
      DATABASE_URL: await postgres.newDatabase({ empty: true }),
    }
    await restore(loadConfig(home), second, { onProgress: quiet })
    const stores = await openStoresOf(t, home)
    assert.deepEqual(await checkInstance(loadConfig(home), quiet), { gifs: 1, faults: [] })
    for await (const { key } of stores.mediaStore.list('incoming'))
      assert.equal((await stores.mediaStore.stat(storeKey(key)))?.bytes, 9)
  })

  test('the commands report their actions and the remaining ones of the operator, with exit codes', async (t) => {
    const { settings, folder } = await service(t, 1)
    const run = (args: string[], given: Record<string, string>) => runHere(args, given)
    const made = await run(['backup', folder], settings)
    assert.equal(made.code, 0, made.err)
    assert.match(made.out, /^1 GIFs and the uploads of 1 tasks are in /)
    const target = await newSettings(t, { empty: true })
    const back = await run(['restore', folder], target)
    assert.equal(back.code, 0, back.err)
    assert.match(back.out, /files of 2 GIFs and tasks; 5 files .*\nIt is whole: 1 GIFs/s)
    const advice = await run(['backup', '--advise'], settings)
    assert.equal(advice.code, 1)
    assert.match(advice.out, /CHANGE {2}PostgreSQL does not archive its log/)
    assert.match(advice.out, /CHANGE {2}The bucket \S+ keeps no versions/)
    const findings = await adviseBackup(loadConfig(settings))
    assert.deepEqual(
      findings.map(({ ok }) => ok),
      [false, false],
    )
  })
})
