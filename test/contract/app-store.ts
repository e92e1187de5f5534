import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { NewApp } from '#src/accounts/apps/app-store.ts'
import type { OpenStores, StoresUnderTest } from './stores.ts'

/** Tests every store of apps. */
export function describeAppStore(name: string, open: OpenStores): void {
  describe(`apps on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    const add = (given: Partial<NewApp>) => {
      const settings = { ratePerMinute: null, mayUpload: false, categoryId: null }
      const own = { name: 'chat', keyHash: `hash of ${given.name}`, hint: 'gwa_abcd' }
      return stores.apps.add({ ...settings, ...own, ...given }, 4)
    }

    test('adds apps up to the limit, each with a unique name, changes and removes them', async () => {
      const chat = await add({ name: 'Chat', ratePerMinute: 60 })
      assert.deepEqual(chat, {
        id: chat.id,
        name: 'Chat',
        hint: 'gwa_abcd',
        ratePerMinute: 60,
        mayUpload: false,
        categoryId: null,
        createdAt: stores.clock.nowMs,
      })
      assert.deepEqual(await stores.apps.byId(chat.id), chat)
      assert.deepEqual(await stores.apps.byName('chAT'), chat)
      assert.equal(await stores.apps.byName('cha'), undefined)
      await assert.rejects(add({ name: 'CHAT', keyHash: 'other' }), { code: 'invalid_value', field: 'name' })
      const { id: categoryId } = await stores.catalogue.addCategory({ code: 'apps', name: 'Apps' })
      const settings = { ratePerMinute: null, mayUpload: true, categoryId }
      assert.equal(await stores.apps.change(chat.id, settings), true)
      const { hint: _hint, createdAt: _createdAt, ...app } = { ...chat, ...settings }
      assert.deepEqual(await stores.apps.byKeyHash(), new Map([['hash of Chat', app]]))
      await stores.catalogue.removeCategory(categoryId)
      assert.equal((await stores.apps.byId(chat.id))?.categoryId, null)

      for (const other of ['a', 'b', 'c']) await add({ name: other })
      await assert.rejects(add({ name: 'd' }), { code: 'invalid_value' })
      assert.deepEqual(
        (await stores.apps.list()).map((listed) => listed.name),
        ['a', 'b', 'c', 'Chat'],
      )
      for (const { id } of await stores.apps.list()) assert.equal(await stores.apps.remove(id), true)
      assert.equal(await stores.apps.remove(chat.id), false)
      assert.equal(await stores.apps.change(chat.id, settings), false)
      assert.equal(await stores.apps.byId(chat.id), undefined)
    })

    test('adds up the uses of each day, and drops those of removed apps', async () => {
      const { id } = await add({ name: 'one' })
      const { id: otherId } = await add({ name: 'two' })
      const use = { searches: 1, shares: 0, errors: 2 }
      await stores.apps.addUse([
        { appId: id, day: 100, ...use },
        { appId: id, day: 101, ...use },
        { appId: otherId, day: 101, ...use },
        { appId: 999, day: 101, ...use },
      ])
      await stores.apps.addUse([{ appId: id, day: 101, searches: 2, shares: 3, errors: 0 }])
      const sum = { searches: 3, shares: 3, errors: 2 }
      assert.deepEqual(await stores.apps.useSince(101), [
        { appId: id, day: 101, ...sum },
        { appId: otherId, day: 101, ...use },
      ])
      assert.equal((await stores.apps.useSince(0, id)).length, 2)
      await stores.apps.removeUseBefore(101)
      await stores.apps.remove(otherId)
      assert.deepEqual(await stores.apps.useSince(0), [{ appId: id, day: 101, ...sum }])
    })
  })
}
