import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openDatabase } from '#src/adapters/db/sqlite/sqlite.ts'
import { FileMediaStore } from '#src/adapters/media-store/files/file-media-store.ts'
import { moveInstance } from '#src/app/move.ts'
import { loadConfig } from '#src/config/config.ts'
import { type MediaStore, storeKey } from '#src/media/media-store.ts'
import { gifFolder, renditionKey } from '#src/media/rendition.ts'
import { dumpDatabase, makeInstance } from '../../support/stores/moving.ts'
import { moveRows } from '../../support/stores/moving-databases.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { storeTask } from '../../support/stores/stored-gifs.ts'

/** Every file of a media store by its key; those that contain their owner are the same. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const media = join(folder, 'media')
  const entries = await readdir(media, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = paths.toSorted().map(async (path): Promise<[string, string]> => {
    return [path.slice(media.length), (await readFile(path)).toString('hex')]
  })
  return new Map(await Promise.all(read))
}

const configOf = (folder: string) => loadConfig({ DATA_DIR: folder })

test('files are moved with the rows, including new ones and those of tasks, and an interrupted move resumes', async (t) => {
  const { stores, folder } = await makeInstance(t, 9)
  const target = await dataFolder(t)
  const temporary = await dataFolder(t)
  const [from, to] = [configOf(folder), configOf(target)]
  await (await openDatabase({ file: join(target, 'gifwright.db') })).close()
  const store = new FileMediaStore(join(target, 'media'))
  for (const key of ['sources/abc/0', 'prepared/abc/0']) {
    const path = join(folder, 'kept')
    await writeFile(path, key)
    await stores.mediaStore.put(storeKey(key), path)
  }
  let puts = 0
  const ending: MediaStore = {
    ...bound(store),
    put: (key, path) => (++puts > 12 ? Promise.reject(new Error('ended here')) : store.put(key, path)),
  }
  const files = { from: stores.mediaStore, temporary, secret: stores.secret }
  await assert.rejects(
    moveRows(from, to, async () => {}, { ...files, to: ending }),
    /ended here/,
  )
  assert.ok((await filesIn(target)).size > 5)

  let removed = ''
  const beforeTheHold = async (side: string, call: string) => {
    if (side !== 'source' || call !== 'holdWriters') return
    // All files were listed and copied before.
    await storeTask(stores)
    const gif = await stores.catalogue.random({ categoryId: null, maxRating: 'r' })
    removed = gif?.mediaId ?? ''
    await stores.catalogue.remove(gif?.id ?? 0)
    await stores.mediaStore.removeAll(gifFolder(removed))
    const copied = await stores.catalogue.random({ categoryId: null, maxRating: 'r' })
    const path = join(folder, 'added')
    await writeFile(path, 'another rendition')
    await stores.mediaStore.put(renditionKey(copied?.mediaId ?? '', 'gif200w'), path)
    await stores.catalogue.change(copied?.id ?? 0, { title: 'changed' })
  }
  const summary = await moveRows(from, to, beforeTheHold, { ...files, to: store })
  assert.deepEqual(await dumpDatabase(to), await dumpDatabase(from))
  const [sourceFiles, theirs] = [await filesIn(folder), await filesIn(target)]
  const left = [...theirs.keys()].filter((key) => !sourceFiles.has(key))
  assert.ok(
    left.length > 0 && left.every((key) => key.includes(removed)),
    'the sweeper of the new service removes those',
  )
  for (const [key, bytes] of sourceFiles) assert.equal(theirs.get(key), bytes, key)
  assert.ok(summary.files !== null && summary.files.copied < summary.files.files, 'none was copied twice')
  assert.deepEqual(await readdir(temporary), [])
})

test('a file that arrives at the target changed ends the move with a message', async (t) => {
  const { stores, folder } = await makeInstance(t, 1)
  const target = await dataFolder(t)
  const [from, to] = [configOf(folder), configOf(target)]
  await (await openDatabase({ file: join(target, 'gifwright.db') })).close()
  const store = new FileMediaStore(join(target, 'media'))
  const damaging: MediaStore = {
    ...bound(store),
    async put(key, path) {
      if (key.startsWith('gifs/')) {
        const bytes = await readFile(path)
        await rm(path)
        await writeFile(path, bytes.fill(1))
      }
      await store.put(key, path)
    },
  }
  const files = {
    from: stores.mediaStore,
    to: damaging,
    temporary: await dataFolder(t),
    secret: stores.secret,
  }
  await assert.rejects(
    moveRows(from, to, async () => {}, files),
    /has another content at the target/,
  )
  await storeTask(stores)
})

test('a row lost at the target at the end stops the move', async (t) => {
  const { folder } = await makeInstance(t, 1)
  const target = await dataFolder(t)
  const file = join(target, 'gifwright.db')
  await (await openDatabase({ file })).close()
  const lose = async (side: string, call: string) => {
    if (side !== 'source' || call !== 'holdWriters') return
    // All rows were copied and compared before.
    const database = new DatabaseSync(file)
    database.exec(`delete from category where id not in (select category_id from gif)`)
    database.close()
  }
  await assert.rejects(
    moveRows(configOf(folder), configOf(target), lose),
    /The copy is not whole: category has/,
  )
})

test('files are not moved to a place with the files of another instance', async (t) => {
  const { folder } = await makeInstance(t, 1)
  const { folder: other } = await makeInstance(t, 1)
  await rm(join(other, 'gifwright.db'))
  await rm(join(other, 'gifwright.db-wal'), { force: true })
  const quiet = { signal: new AbortController().signal, onProgress: () => {} }
  await assert.rejects(
    moveInstance(configOf(folder), configOf(other), quiet),
    /already holds files of another instance/,
  )
})

/** The methods of a store, for a wrapper that overrides some of them. */
function bound(store: MediaStore): MediaStore {
  return {
    put: store.put.bind(store),
    fetch: store.fetch.bind(store),
    stat: store.stat.bind(store),
    read: store.read.bind(store),
    removeAll: store.removeAll.bind(store),
    copyAll: store.copyAll.bind(store),
    list: store.list.bind(store),
    listFolders: store.listFolders.bind(store),
    presign: store.presign,
  }
}
