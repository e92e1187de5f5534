import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runHere } from '../support/processes/command.ts'
import { makeInstance, openStoresOf } from '../support/stores/moving.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'

test(
  'files alone are moved to S3: the old settings refuse to start, and the new ones take writes again',
  { skip: noS3 },
  async (t) => {
    const s3 = await sharedS3()
    const { stores, folder } = await makeInstance(t, 2)
    const bucket = await s3.newBucket()
    const { S3_ENDPOINT = '', S3_BUCKET = '', ...keys } = s3.settingsOf(bucket)
    const args = ['move', '--to-s3', S3_BUCKET, '--s3-endpoint', S3_ENDPOINT]
    const { code, out, err } = await runHere(args, { DATA_DIR: folder, ...keys })
    assert.equal(code, 0, err)
    assert.match(out, /^Moved: \d+ files/)
    await assert.rejects(stores.catalogue.addCategory({ name: 'C', code: 'c' }), /moved to S3; set S3_BUCKET/)
    await assert.rejects(openStoresOf(t, { DATA_DIR: folder }), /moved to S3; set S3_BUCKET/)
    const { catalogue, mediaStore } = await openStoresOf(t, { DATA_DIR: folder, ...s3.settingsOf(bucket) })
    await catalogue.addCategory({ name: 'C', code: 'c' })
    const gif = await catalogue.random({ categoryId: null, maxRating: 'r' })
    let files = 0
    for await (const { bytes } of mediaStore.list(`gifs/${gif?.mediaId}`)) if (bytes > 0) files++
    assert.equal(files, 4)
  },
)
