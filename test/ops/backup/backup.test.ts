import assert from 'node:assert/strict'
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { backUp } from '#src/app/backup/backup.ts'
import { checkBackupIn, checkInstance } from '#src/app/backup/backup-check.ts'
import { openStores } from '#src/app/stores.ts'
import { SqlBackupRows } from '#src/adapters/db/shared/backup-rows.ts'
import { takeSnapshot } from '#src/adapters/db/sqlite/snapshot.ts'
import { FileMediaCopy } from '#src/adapters/media-store/files/media-copy.ts'
import type { Snapshot } from '#src/ops/backup/backup.ts'
import { type BackupDeps, makeBackup } from '#src/ops/backup/make-backup.ts'
import { loadConfig } from '#src/config/config.ts'
import { systemClock } from '#src/lib/clock.ts'
import { gifFolder, renditionKey } from '#src/media/rendition.ts'
import { openFinder } from '../../support/stores/finder.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { diskTest, mountSmallDisk } from '../../support/processes/small-disk.ts'
import { storeGif, storeTask } from '../../support/stores/stored-gifs.ts'
import { openTestStores, type TestStores } from '../../support/stores/stores.ts'
import { renditionsOf } from '../../contract/stores.ts'
import { storeKey } from '#src/media/media-store.ts'

const quiet = () => {}
const everything = { text: '', categoryCode: null, maxRating: 'r' as const, start: 0, limit: 100 }

/** The data of a service, and a folder for its backup. */
async function service(t: TestContext) {
  const stores = await openTestStores(t)
  const folder = join(await dataFolder(t), 'backup')
  const config = loadConfig({ DATA_DIR: stores.folder })
  return { stores, folder, back: () => backUp(config, folder, quiet) }
}

/** The stores of a data folder that is the copy of a backup. */
async function restored(t: TestContext, folder: string): Promise<TestStores> {
  const copy = join(await dataFolder(t), 'data')
  await cp(folder, copy, { recursive: true })
  const opened = await openStores(loadConfig({ DATA_DIR: copy }))
  t.after(opened.close)
  return { ...opened, folder: copy }
}

/** A backup during which `during` runs between the snapshot and the files. */
async function backUpWhile(
  stores: TestStores,
  folder: string,
  during: (snapshot: Snapshot) => Promise<void>,
) {
  await mkdir(folder, { recursive: true })
  const deps: BackupDeps = {
    live: new SqlBackupRows(stores.db, systemClock),
    takeSnapshot: async () => {
      const snapshot = await takeSnapshot(
        join(stores.folder, 'gifwright.db'),
        join(folder, 'gifwright.db'),
        systemClock,
      )
      await during(snapshot)
      return snapshot
    },
    media: new FileMediaCopy({
      from: join(stores.folder, 'media'),
      to: join(folder, 'media'),
      workspace: join(folder, 'partial'),
    }),
    checkDiskSpace: () => Promise.resolve(),
    onProgress: quiet,
  }
  return makeBackup(deps)
}

async function remove({ catalogue, mediaStore }: TestStores, gif: { id: number; mediaId: string }) {
  await catalogue.remove(gif.id)
  await mediaStore.removeAll(gifFolder(gif.mediaId))
}

test('a backup is a data folder with every GIF, its files, and the uploads of waiting tasks', async (t) => {
  const { stores, folder, back } = await service(t)
  const gifs = [
    await storeGif(stores, { title: 'A frog' }),
    await storeGif(stores, { visibility: 'private' }),
  ]
  const task = await storeTask(stores)
  const summary = await back()
  assert.deepEqual([summary.gifs, summary.uploads, summary.copied, summary.lost], [2, 1, 2, []])
  assert.deepEqual(await readdir(folder), ['backup.lock', 'gifwright.db', 'media', 'media.sha256'])
  assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 2, faults: [] })
  const copy = await restored(t, folder)
  for (const gif of gifs) {
    assert.deepEqual(await copy.catalogue.gifByCode(gif.code), gif)
    const key = join('media', renditionKey(gif.mediaId, 'thumb'))
    assert.deepEqual(await readFile(join(copy.folder, key)), await readFile(join(stores.folder, key)))
  }
  assert.equal((await (await openFinder(t, copy)).find({ ...everything, text: 'frog' })).total, 1)
  assert.deepEqual(await copy.tasks.submissions.view(task), { status: 'waiting', position: 1 })
  assert.equal((await copy.mediaStore.stat(storeKey(`incoming/${task}/0`)))?.bytes, 9)
  assert.equal(copy.secret, stores.secret)
})

test('a backup contains the texts and pages of the operator, and a whole instance can be checked in place', async (t) => {
  const { stores, folder, back } = await service(t)
  const gif = await storeGif(stores)
  await mkdir(join(stores.folder, 'texts'))
  await writeFile(join(stores.folder, 'texts', 'hide.txt'), 'our reason')
  await back()
  assert.equal(await readFile(join(folder, 'texts', 'hide.txt'), 'utf8'), 'our reason')
  await rm(join(stores.folder, 'texts'), { recursive: true })
  await back()
  assert.ok(!(await readdir(folder)).includes('texts'))
  const config = loadConfig({ DATA_DIR: stores.folder })
  assert.deepEqual(await checkInstance(config, quiet), { gifs: 1, faults: [] })
  await stores.mediaStore.removeAll(gifFolder(gif.mediaId))
  assert.match((await checkInstance(config, quiet)).faults[0] ?? '', /is missing/)
})

test('the next backup copies only new files, and drops deleted ones', async (t) => {
  const { stores, folder, back } = await service(t)
  const [kept, deleted] = [await storeGif(stores), await storeGif(stores)]
  await back()
  const file = join(folder, 'media', renditionKey(kept.mediaId, 'gif'))
  const { ino } = await stat(file)
  await remove(stores, deleted)
  const added = await storeGif(stores)
  const { gifs, copied } = await back()
  assert.deepEqual([gifs, copied], [2, 1])
  assert.equal((await stat(file)).ino, ino)
  assert.deepEqual(
    (await readdir(join(folder, 'media', 'gifs'))).toSorted(),
    [kept.mediaId, added.mediaId].toSorted(),
  )
  assert.deepEqual((await checkBackupIn(folder, quiet)).faults, [])
})

test('a GIF deleted while its files are being copied is not in the backup, nor in its search and random pools', async (t) => {
  const { stores, folder } = await service(t)
  const gifs = await Promise.all(['A frog', 'A toad', 'A newt'].map((title) => storeGif(stores, { title })))
  const summary = await backUpWhile(stores, folder, () => remove(stores, gifs[1]!))
  assert.deepEqual([summary.gifs, summary.deletedMeanwhile, summary.lost], [2, 1, []])
  assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 2, faults: [] })
  const copy = await restored(t, folder)
  const { catalogue, find } = await openFinder(t, copy)
  assert.equal((await find(everything)).total, 2)
  assert.equal((await find({ ...everything, text: 'toad', exactOnly: true })).total, 0)
  for (let draw = 0; draw < 20; draw++)
    assert.notEqual((await catalogue.random({ categoryId: null, maxRating: 'r' }))?.title, 'A toad')
})

test('a task that waited when the backup began is in it with its uploads, even if it ends at that moment', async (t) => {
  const { stores, folder } = await service(t)
  const waiting = await storeTask(stores)
  const end = async (task: string) => {
    const claim = await stores.tasks.claims.claim('worker', 1000)
    assert.equal(claim?.id, task)
    await stores.tasks.claims.fail(claim, { code: 'media_broken', message: 'It is.' })
    await stores.mediaStore.removeAll(`incoming/${task}`)
  }
  const { uploads } = await backUpWhile(stores, folder, () => end(waiting))
  assert.equal(uploads, 1)
  const copy = await restored(t, folder)
  assert.equal((await copy.tasks.submissions.view(waiting))?.status, 'waiting')
  assert.ok((await copy.mediaStore.stat(storeKey(`incoming/${waiting}/0`))) !== undefined)
})

test('a task that came and ended during the backup ends in it with a clear error', async (t) => {
  const { stores, folder } = await service(t)
  const task = await storeTask(stores, { name: 'somebody', maxWaiting: 10 })
  await stores.mediaStore.removeAll(`incoming/${task}`)
  await backUpWhile(stores, folder, async () => {
    const claim = await stores.tasks.claims.claim('worker', 1000)
    await stores.tasks.claims.fail(claim!, { code: 'media_broken', message: 'It is.' })
  })
  const copy = await restored(t, folder)
  const view = await copy.tasks.submissions.view(task)
  assert.equal(view?.status, 'error')
  assert.match(JSON.stringify(view), /not in the backup that was restored/)
  const { client } = await copy.db.selectFrom('task').select('client').executeTakeFirstOrThrow()
  assert.equal(client, null, 'the submitter is forgotten, as for every task that has ended')
})

test('files lost in the data folder are reported, and those in the backup stay there', async (t) => {
  const { stores, folder, back } = await service(t)
  const gifs = [await storeGif(stores), await storeGif(stores)]
  await back()
  const late = await storeGif(stores)
  await rm(join(stores.folder, 'media'), { recursive: true })
  const { lost, deletedMeanwhile } = await back()
  assert.deepEqual([lost, deletedMeanwhile], [[gifFolder(late.mediaId)], 0])
  assert.deepEqual(
    (await readdir(join(folder, 'media', 'gifs'))).toSorted(),
    gifs.map(({ mediaId }) => mediaId).toSorted(),
  )
  const { faults } = await checkBackupIn(folder, quiet)
  assert.match(faults[0]!, new RegExp(`^media/gifs/${late.mediaId}/gif.gif is missing\\.$`))
})

test('the check names missing or truncated files, and the next backup repairs them', async (t) => {
  const { stores, folder, back } = await service(t)
  const [one, other] = [await storeGif(stores), await storeGif(stores)]
  await back()
  await truncate(join(folder, 'media', renditionKey(one.mediaId, 'mp4')), 17)
  await rm(join(folder, 'media', renditionKey(other.mediaId, 'thumb')))
  const { faults } = await checkBackupIn(folder, quiet)
  assert.deepEqual(
    faults.toSorted(),
    [
      `media/gifs/${one.mediaId}/video.mp4 has 17 bytes instead of 500.`,
      `media/gifs/${other.mediaId}/thumb.jpg is missing.`,
    ].toSorted(),
  )
  assert.equal((await back()).copied, 2)
  assert.deepEqual((await checkBackupIn(folder, quiet)).faults, [])
})

test('the check finds a database that was overwritten in the middle', async (t) => {
  const { stores, folder, back } = await service(t)
  await storeGif(stores)
  await back()
  const bytes = await readFile(join(folder, 'gifwright.db'))
  await writeFile(join(folder, 'gifwright.db'), bytes.fill(0xa5, 8192 * 5, 8192 * 9))
  const outcome = await checkBackupIn(folder, quiet).then(
    ({ faults }) => faults.join(),
    (error: Error) => error.message,
  )
  assert.match(outcome, /gifwright\.db.*(?:damaged|Tree|page)/s)
})

test('a backup of an overwritten database names that one, not the copy', async (t) => {
  const { stores, folder } = await service(t)
  await storeGif(stores)
  const source = join(folder, '..', 'overwritten.db')
  await stores.db.executeQuery(sql`vacuum into ${source}`.compile(stores.db))
  const bytes = await readFile(source)
  await writeFile(source, bytes.fill(0xa5, 8192 * 2))
  await assert.rejects(takeSnapshot(source, join(folder, '..', 'copy.db'), systemClock), {
    message: `The database ${source} is damaged. Restore it from a backup.`,
  })
})

test('folders that are unsuitable for a backup are refused with a message, and nothing in them changes', async (t) => {
  const { stores, folder } = await service(t)
  await storeGif(stores)
  const config = loadConfig({ DATA_DIR: stores.folder })
  const other = await dataFolder(t)
  await mkdir(join(other, 'pictures', 'media'), { recursive: true })
  await mkdir(join(other, 'used'))
  await writeFile(join(other, 'used', 'gifwright.db-wal'), '')
  await writeFile(join(other, 'file'), '')
  await symlink(stores.folder, join(other, 'link'))
  const cases: [string, RegExp][] = [
    [stores.folder, /is DATA_DIR, inside it or around it/],
    [join(stores.folder, 'backup'), /is DATA_DIR, inside it or around it/],
    [join(stores.folder, '..'), /is DATA_DIR, inside it or around it/],
    [join(other, 'link', 'new'), /is DATA_DIR, inside it or around it/],
    [other, /holds something else \(file\)/],
    [join(other, 'pictures'), /holds something else \(media\)/],
    [join(other, 'used'), /a service works with it/],
    [join(other, 'file'), /cannot be used for a backup/],
  ]
  for (const [path, sentence] of cases) {
    await assert.rejects(backUp(config, path, quiet), { message: sentence }, path)
  }
  assert.deepEqual(await readdir(join(other, 'pictures')), ['media'])
  assert.deepEqual((await readdir(other)).toSorted(), ['file', 'link', 'pictures', 'used'])
  await assert.rejects(backUp(loadConfig({ DATA_DIR: other }), folder, quiet), /There is no database/)
})

test('the backup of another instance is not overwritten', async (t) => {
  const [one, other] = [await service(t), await service(t)]
  await one.back()
  await assert.rejects(
    backUp(loadConfig({ DATA_DIR: other.stores.folder }), one.folder, quiet),
    /another instance/,
  )
  assert.deepEqual((await checkBackupIn(one.folder, quiet)).faults, [])
})

test('a backup of an older version is upgraded, and an unreadable one is left alone', async (t) => {
  const { stores, folder, back } = await service(t)
  await storeGif(stores)
  await back()
  const file = join(folder, 'gifwright.db')
  const database = new DatabaseSync(file)
  database.exec("delete from kysely_migration where name > '001_start'")
  database.close()
  assert.equal((await back()).copied, 0)
  assert.deepEqual((await checkBackupIn(folder, quiet)).faults, [])
  await writeFile(file, 'something else')
  await assert.rejects(back(), /cannot be read as an earlier backup; remove it/)
  assert.equal(await readFile(file, 'utf8'), 'something else')
})

test('a newer program does not back up a database of an older version, which it would have to change', async (t) => {
  const { stores, back } = await service(t)
  await sql`delete from kysely_migration where name > '001_start'`.execute(stores.db)
  await assert.rejects(back(), /older version of Gifwright/)
})

test('two backups into one folder do not run at once', async (t) => {
  const { stores, back } = await service(t)
  for (let gif = 0; gif < 20; gif++) await storeGif(stores)
  const outcomes = await Promise.allSettled([back(), back()])
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  assert.match(String(refused?.reason), /Another backup into /)
  await back()
})

test('a backup interrupted before its database is in place has removed nothing of the previous one', async (t) => {
  const { stores, folder, back } = await service(t)
  const gifs = [await storeGif(stores), await storeGif(stores)]
  await back()
  await remove(stores, gifs[0]!)
  await storeGif(stores)
  const broken = backUpWhile(stores, folder, async (snapshot) => {
    Object.assign(snapshot, { finish: () => Promise.reject(new Error('The power is gone')) })
  })
  await assert.rejects(broken, /The power is gone/)
  assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 2, faults: [] })
})

const noRoom =
  'a disk without room for the backup is reported before anything is copied, and the previous backup stays'

diskTest(import.meta.filename, noRoom, async (t) => {
  const disk = await mountSmallDisk(t, 40)
  const { stores } = await service(t)
  await storeGif(stores)
  const folder = join(disk.folder, 'backup')
  const back = () => backUp(loadConfig({ DATA_DIR: stores.folder }), folder, quiet)
  await back()
  const large = await storeGif(stores, {
    renditions: renditionsOf({ width: 480, height: 270, frames: 30 }, { gif: 100 * 2 ** 20 }),
  })
  await assert.rejects(back(), /needs [\d.]+ MB more, and the disk of .* has [\d.]+ MB free/)
  await stores.catalogue.remove(large.id)
  await storeGif(stores)
  await disk.fill()
  await assert.rejects(back(), /needs [\d.]+ MB more/)
  assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 1, faults: [] })
  await disk.empty()
  await back()
  assert.deepEqual(await checkBackupIn(folder, quiet), { gifs: 2, faults: [] })
})

test('a backup on the disk of the data leaves the same free space as the service', async (t) => {
  const { stores, folder } = await service(t)
  await storeGif(stores)
  const data = { DATA_DIR: stores.folder }
  await assert.rejects(
    backUp(loadConfig({ ...data, MIN_FREE_DISK_MB: '1000000' }), folder, quiet),
    /needs 100000\d[\d.]* MB more/,
  )
  await backUp(loadConfig({ ...data, MIN_FREE_DISK_MB: '1' }), folder, quiet)
})

test('only the owner can read a backup, even in an existing folder', async (t) => {
  const { stores, folder, back } = await service(t)
  await storeGif(stores)
  await mkdir(folder)
  await chmod(folder, 0o755)
  await back()
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
})
