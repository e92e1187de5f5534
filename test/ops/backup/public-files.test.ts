import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { backUp } from '#src/app/backup/backup.ts'
import { checkBackupIn } from '#src/app/backup/backup-check.ts'
import { loadConfig } from '#src/config/config.ts'
import { newMediaId } from '#src/media/media-files.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { storeGif } from '../../support/stores/stored-gifs.ts'
import { openTestStores } from '../../support/stores/stores.ts'

test('a backup has the files that a bucket served publicly, and loses them when their GIF is removed', async (t) => {
  const stores = await openTestStores(t)
  const folder = join(await dataFolder(t), 'backup')
  const config = loadConfig({ DATA_DIR: stores.folder })
  const back = () => backUp(config, folder, () => {})
  const [kept, removed, closed] = [
    await storeGif(stores, { mediaId: newMediaId('public') }),
    await storeGif(stores, { mediaId: newMediaId('public') }),
    await storeGif(stores, { visibility: 'private' }),
  ]
  assert.deepEqual([(await back()).lost, (await checkBackupIn(folder, () => {})).gifs], [[], 3])
  await stores.catalogue.remove(removed.id)
  const { gifs, copied } = await back()
  assert.deepEqual([gifs, copied], [2, 0])
  assert.deepEqual(await readdir(join(folder, 'media', 'public', 'gifs')), [kept.mediaId])
  assert.deepEqual(await readdir(join(folder, 'media', 'gifs')), [closed.mediaId])
  assert.deepEqual((await checkBackupIn(folder, () => {})).faults, [])
})
