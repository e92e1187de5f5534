import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveOpenNotices } from '#src/adapters/db/shared/notices/open-notices.ts'
import { publishGif } from '../../support/stores/gifs.ts'
import { addNotice, decideAbout } from '../../support/stores/notices.ts'
import { openTestStores } from '../../support/stores/stores.ts'

test('open notices of a merged GIF move to the case of the remaining GIF; decided ones stay', async (t) => {
  const stores = await openTestStores(t)
  const [one, two] = [await publishGif(stores), await publishGif(stores)]
  await addNotice(stores, { gifId: one.id, words: 'decided' })
  await decideAbout(stores, one.code, 'dismiss')
  await addNotice(stores, { gifId: one.id, words: 'open' })
  const merge = () => stores.db.transaction().execute((trx) => moveOpenNotices(trx, one.id, two.id))
  await merge()
  await merge()
  const saidOf = async (code: string) =>
    (await stores.notices.caseOf(code))?.notices.map(({ words }) => words)
  assert.deepEqual([await saidOf(one.code), await saidOf(two.code)], [['decided'], ['open']])
})

test('the record of decisions cannot be changed', async (t) => {
  const stores = await openTestStores(t)
  const { code } = await publishGif(stores)
  await decideAbout(stores, code, 'hide')
  const change = stores.db.updateTable('notice_decision').set({ case_id: 1 } as never)
  await assert.rejects(change.execute(), /never changed/)
  await assert.rejects(stores.db.deleteFrom('notice_decision').execute(), /never removed/)
})
