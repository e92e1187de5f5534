import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type OpenStores, publish, type StoresUnderTest } from './stores.ts'

/** How every account store works. */
export function describeAccountStore(name: string, open: OpenStores): void {
  describe(`accounts on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    const add = (email: string) => stores.accounts.add({ email, premium: false, admin: false })
    const addToken = (accountId: number, hash: string) =>
      stores.accounts.addToken({ accountId, name: 'laptop', hash, hint: 'gw_abcd' })

    test('adds an account and finds it by its address, however that is written', async () => {
      const anna = await stores.accounts.add({ email: ' Anna@Example.ORG ', premium: true, admin: false })
      assert.deepEqual(anna, {
        id: anna.id,
        email: 'anna@example.org',
        premium: true,
        admin: false,
        createdAt: stores.clock.nowMs,
      })
      assert.deepEqual(await stores.accounts.byEmail('ANNA@example.org'), anna)
      assert.equal(await stores.accounts.byEmail('nobody@example.org'), undefined)
    })

    test('refuses a second account with the same address', async () => {
      await add('twice@example.org')
      await assert.rejects(add('TWICE@example.org'), {
        name: 'AppError',
        code: 'invalid_value',
        field: 'email',
      })
    })

    test('finds the account of a token until the token is revoked', async () => {
      const owner = await add('tokens@example.org')
      const other = await add('other@example.org')
      const token = await addToken(owner.id, 'hash-1')
      assert.deepEqual(await stores.accounts.byTokenHash('hash-1'), owner)
      assert.equal(await stores.accounts.byTokenHash('hash-2'), undefined)
      assert.equal(await stores.accounts.revokeToken(other.id, token.id), false)
      assert.equal(await stores.accounts.revokeToken(owner.id, token.id), true)
      assert.equal(await stores.accounts.revokeToken(owner.id, token.id), false)
      assert.equal(await stores.accounts.byTokenHash('hash-1'), undefined)
    })

    test('remembers when a token was last used, to the minute', async () => {
      const { id } = await add('uses@example.org')
      const record = await addToken(id, 'hash-uses')
      assert.deepEqual(record, {
        id: record.id,
        name: 'laptop',
        hint: 'gw_abcd',
        createdAt: stores.clock.nowMs,
        lastUsedAt: null,
      })
      const lastUsed = async () => (await stores.accounts.tokens(id)).map(({ lastUsedAt }) => lastUsedAt)
      const first = stores.clock.nowMs
      await stores.accounts.byTokenHash('hash-uses')
      assert.deepEqual(await lastUsed(), [first])
      stores.clock.nowMs = first + 59_999
      await stores.accounts.byTokenHash('hash-uses')
      assert.deepEqual(await lastUsed(), [first])
      stores.clock.nowMs = first + 60_000
      await stores.accounts.byTokenHash('hash-uses')
      assert.deepEqual(await lastUsed(), [first + 60_000])
    })

    test('makes an account Premium and no longer', async () => {
      const { id, email } = await add('premium@example.org')
      await addToken(id, 'hash-premium')
      await stores.accounts.setPremium(id, true)
      assert.equal((await stores.accounts.byTokenHash('hash-premium'))?.premium, true)
      await stores.accounts.setPremium(id, false)
      assert.equal((await stores.accounts.byEmail(email))?.premium, false)
    })

    test('lists the accounts with their numbers of tokens and GIFs', async () => {
      const account = await add('counts@example.org')
      await addToken(account.id, 'hash-a')
      await addToken(account.id, 'hash-b')
      for (const isPrivate of [true, false, false])
        await publish(stores, { ownerId: account.id, private: isPrivate })
      const listed = (await stores.accounts.list()).find(({ id }) => id === account.id)
      assert.deepEqual(listed, { ...account, tokens: 2, gifs: 3 })
    })

    test('removes an account with its tokens and private GIFs; its public ones stay without an owner', async () => {
      const account = await add('gone@example.org')
      await addToken(account.id, 'hash-gone')
      const open = await publish(stores, { ownerId: account.id, title: 'Orphaned public' })
      const secret = await publish(stores, { ownerId: account.id, private: true })
      const shared = await publish(stores, { ownerId: account.id, private: true, mediaId: open.mediaId })
      assert.deepEqual(await stores.accounts.remove(account.id), { removedMediaIds: [secret.mediaId] })
      assert.equal(await stores.accounts.byEmail(account.email), undefined)
      assert.equal(await stores.accounts.byTokenHash('hash-gone'), undefined)
      assert.equal((await stores.catalogue.gifByCode(open.code))?.ownerId, null)
      assert.equal(await stores.catalogue.gifByCode(secret.code), undefined)
      assert.equal(await stores.catalogue.gifByCode(shared.code), undefined)
      const query = { text: 'orphaned', categoryCode: null, includeNsfw: false, start: 0, limit: 10 }
      assert.equal((await stores.catalogue.find(query)).total, 1)
      assert.deepEqual(await stores.accounts.remove(account.id), { removedMediaIds: [] })
    })

    test('keeps accounts and tokens over a restart', async () => {
      const account = await add('stays@example.org')
      await addToken(account.id, 'hash-stays')
      await stores.reopen()
      assert.deepEqual(await stores.accounts.byTokenHash('hash-stays'), account)
    })
  })
}
