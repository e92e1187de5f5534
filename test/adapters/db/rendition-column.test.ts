import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { SqlCatalogueStore } from '../../../src/adapters/db/shared/catalogue/catalogue-store.ts'
import {
  addToPacked,
  packRenditions,
  readRenditions,
} from '../../../src/adapters/db/shared/catalogue/rendition-column.ts'
import { openDatabase } from '../../../src/adapters/db/sqlite/sqlite.ts'
import { SqlUnitOfWork } from '../../../src/adapters/db/shared/unit-of-work.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { newGif } from '../../contract/stores.ts'
import { dataFolder } from '../../support/processes/server-process.ts'

/** Records of renditions that only a newer version knows. */
const unknownRecords = [200, 255].map((id) => Buffer.from([id, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]))
const { renditions } = newGif()
const still = { width: 240, height: 135, bytes: 77, frames: 1 }

function withUnknown(packed: Uint8Array): Uint8Array {
  return Buffer.concat([packed, ...unknownRecords])
}

function assertUnknownKept(packed: Uint8Array): void {
  for (const record of unknownRecords) assert.ok(Buffer.from(packed).includes(record), `${record[0]} is kept`)
}

describe('records of unknown renditions in the column', () => {
  test('are skipped on reading, wherever they are', () => {
    const packed = packRenditions(renditions)
    assert.deepEqual(readRenditions(withUnknown(packed)), renditions)
    assert.deepEqual(readRenditions(Buffer.concat([...unknownRecords, packed])), renditions)
    assert.deepEqual(readRenditions(Buffer.concat(unknownRecords)), {})
  })

  test('are kept on writing, also when known ones are added and replaced', () => {
    const { thumb, ...others } = renditions
    assert.ok(thumb)
    const added = addToPacked(withUnknown(packRenditions(others)), { thumb })
    assertUnknownKept(added)
    const replaced = addToPacked(added, { thumb: still })
    assert.deepEqual(replaced, withUnknown(packRenditions({ ...renditions, thumb: still })))
  })

  test('stay in the row of a GIF that gets renditions and whose title changes', async (t) => {
    const { db, catalogue, unitOfWork, gif } = await openWithGif(t)
    await db
      .updateTable('gif')
      .set({ renditions: withUnknown(packRenditions(renditions)) })
      .execute()
    assert.deepEqual((await catalogue.gifByCode(gif.code))?.renditions, renditions)

    await unitOfWork.inTransaction((trx) => trx.catalogue.addRenditions(gif.mediaId, { thumb: still }))
    const changed = await catalogue.gifByCode(gif.code)
    assert.deepEqual(changed?.renditions, { ...renditions, thumb: still })
    await catalogue.change(changed.id, { title: 'A newt' })
    const row = await db.selectFrom('gif').select(['title', 'renditions']).executeTakeFirstOrThrow()
    assert.equal(row.title, 'A newt')
    assertUnknownKept(row.renditions)
  })
})

async function openWithGif(t: TestContext) {
  const { db, close } = await openDatabase({ file: join(await dataFolder(t), 'test.db') })
  t.after(close)
  const unitOfWork = new SqlUnitOfWork(db, systemClock)
  const gif = newGif()
  await unitOfWork.inTransaction((trx) => trx.catalogue.add(gif))
  return { db, catalogue: new SqlCatalogueStore(db), unitOfWork, gif }
}
