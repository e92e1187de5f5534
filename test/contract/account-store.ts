import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAccount, newTask, type OpenStores, publish, type StoresUnderTest } from './stores.ts'
import { until } from '../support/until.ts'

/** Tests every account store. */
export function describeAccountStore(name: string, open: OpenStores): void {
  describe(`accounts on ${name}`, () => {
    let stores: StoresUnderTest
    before(async () => {
      stores = await open()
    })
    after(() => stores.close())

    const add = (email: string) => addAccount(stores, email)
    const addToken = (accountId: number, hash: string) =>
      stores.accounts.addToken({ accountId, name: 'laptop', hash, hint: 'gw_abcd' })

    test('adds an account and finds it by its address in any spelling', async () => {
      const anna = await addAccount(stores, ' Anna@Example.ORG ', { premium: true })
      assert.deepEqual(anna, {
        id: anna.id,
        email: 'anna@example.org',
        premium: true,
        admin: false,
        blocked: false,
        createdAt: stores.clock.nowMs,
      })
      assert.deepEqual(await stores.accounts.byEmail('ANNA@example.org'), anna)
      assert.equal(await stores.accounts.byEmail('nobody@example.org'), undefined)
    })

    test('reports whether there is an admin who is not blocked', async () => {
      assert.equal(await stores.accounts.hasAdmin(), false)
      const { id } = await add('admin@example.org')
      assert.equal(await stores.accounts.hasAdmin(), false)
      await stores.accounts.setAdmin(id, true)
      assert.equal(await stores.accounts.hasAdmin(), true)
      await stores.accounts.setBlocked(id, true)
      assert.equal(await stores.accounts.hasAdmin(), false)
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
      await until('the use is written', async () => (await lastUsed())[0] === first)
      stores.clock.nowMs = first + 59_999
      await stores.accounts.byTokenHash('hash-uses')
      assert.deepEqual(await lastUsed(), [first])
      stores.clock.nowMs = first + 60_000
      await stores.accounts.byTokenHash('hash-uses')
      await until('the later use is written', async () => (await lastUsed())[0] === first + 60_000)
    })

    test('makes an account Premium and reverts it', async () => {
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
      for (const visibility of ['private', 'public', 'unlisted'] as const)
        await publish(stores, { ownerId: account.id, visibility })
      const listed = (await stores.accounts.find({ text: 'counts@', start: 0, limit: 10 })).accounts
      assert.deepEqual(listed, [{ ...account, tokens: 2, gifs: 3 }])
    })

    test('removes an account with its tokens and private GIFs; its public ones stay without an owner', async () => {
      const account = await add('gone@example.org')
      await addToken(account.id, 'hash-gone')
      const open = await publish(stores, { ownerId: account.id, title: 'Orphaned public' })
      const secret = await publish(stores, { ownerId: account.id, visibility: 'private' })
      const shared = await publish(stores, {
        ownerId: account.id,
        visibility: 'private',
        mediaId: open.mediaId,
      })
      assert.deepEqual(await stores.accounts.remove(account.id, 'keep'), {
        removedMediaIds: [secret.mediaId],
        sourceMediaIds: [],
        preparedIds: [],
      })
      assert.equal(await stores.accounts.byEmail(account.email), undefined)
      assert.equal(await stores.accounts.byTokenHash('hash-gone'), undefined)
      assert.equal((await stores.catalogue.gifByCode(open.code))?.ownerId, null)
      assert.equal(await stores.catalogue.gifByCode(secret.code), undefined)
      assert.equal(await stores.catalogue.gifByCode(shared.code), undefined)
      const query = { text: 'orphaned', categoryCode: null, maxRating: 'pg-13' as const, start: 0, limit: 10 }
      assert.equal((await stores.find(query)).total, 1)
      assert.deepEqual(await stores.accounts.remove(account.id, 'keep'), {
        removedMediaIds: [],
        sourceMediaIds: [],
        preparedIds: [],
      })
    })

    test('on request also removes the public GIFs of an account, and ends all its tasks', async () => {
      const account = await add('all-gone@example.org')
      const made = []
      for (let number = 0; number < 36; number++) {
        const visibility = number % 7 === 0 ? 'private' : 'public'
        const flags = { visibility, hidden: number % 5 === 0 } as const
        made.push(await publish(stores, { ownerId: account.id, title: `Erased ${number}`, ...flags }))
      }
      const shared = await publish(stores, { title: 'Erased no', mediaId: made[1]!.mediaId })
      const task = newTask({ ownerId: account.id })
      await stores.tasks.submissions.add(task, 100)
      const { removedMediaIds } = await stores.accounts.remove(account.id, 'remove')
      const gone = made.map(({ mediaId }) => mediaId).filter((mediaId) => mediaId !== shared.mediaId)
      assert.deepEqual(removedMediaIds.toSorted(), gone.toSorted())
      for (const { code } of made) assert.equal(await stores.catalogue.gifByCode(code), undefined)
      const query = { categoryCode: null, maxRating: 'r' as const, start: 0, limit: 10 }
      assert.deepEqual(await stores.find({ ...query, text: 'erased' }), {
        total: 1,
        gifs: [shared],
      })
      assert.equal((await stores.tasks.submissions.view(task.id))?.status, 'error')
      assert.equal(await stores.tasks.claims.claim('worker', 1000), undefined)
    })

    test('keeps a hidden GIF of a removed account hidden', async () => {
      const account = await add('hides@example.org')
      const gif = await publish(stores, { ownerId: account.id, hidden: true })
      assert.deepEqual(await stores.accounts.remove(account.id, 'keep'), {
        removedMediaIds: [],
        sourceMediaIds: [],
        preparedIds: [],
      })
      assert.deepEqual(await stores.catalogue.gifByCode(gif.code), { ...gif, ownerId: null })
    })

    test('finds accounts by a part of their address, oldest first and page by page', async () => {
      const made = []
      for (const name of ['bee.one', 'bee_two', 'beethree', 'b%e'])
        made.push(await add(`${name}@Hive.example`))
      const emails = async (text: string, start = 0, limit = 10) => {
        const { total, accounts } = await stores.accounts.find({ text, start, limit })
        return [total, ...accounts.map(({ email }) => email.split('@')[0])]
      }
      assert.deepEqual(await emails(' HIVE.'), [4, 'bee.one', 'bee_two', 'beethree', 'b%e'])
      assert.deepEqual(await emails('hive.', 1, 2), [4, 'bee_two', 'beethree'])
      assert.deepEqual(await emails('e_t'), [1, 'bee_two'])
      assert.deepEqual(await emails('%'), [1, 'b%e'])
      assert.deepEqual(await emails('wasp'), [0])
      assert.ok(Number((await emails(''))[0]) > made.length)
      assert.deepEqual(await stores.accounts.byId(made[0]!.id), made[0])
      assert.equal(await stores.accounts.byId(999_999), undefined)
    })

    test('blocks an account and unblocks it', async () => {
      const account = await add('blocked@example.org')
      await addToken(account.id, 'hash-blocked')
      assert.equal(account.blocked, false)
      await stores.accounts.setBlocked(account.id, true)
      assert.deepEqual(await stores.accounts.byTokenHash('hash-blocked'), { ...account, blocked: true })
      await stores.accounts.setBlocked(account.id, false)
      assert.deepEqual(await stores.accounts.byId(account.id), account)
    })

    test("keeps the hash of a password separate from the account's data", async () => {
      const without = await add('no-password@example.org')
      assert.equal(await stores.accounts.passwordHash(without.id), null)
      const account = await addAccount(stores, 'password@example.org', { passwordHash: 'secret-1' })
      assert.equal(await stores.accounts.passwordHash(account.id), 'secret-1')
      await stores.accounts.setPasswordHash(account.id, 'secret-2')
      assert.equal(await stores.accounts.passwordHash(account.id), 'secret-2')
      assert.equal(await stores.accounts.passwordHash(999_999), null)
      await addToken(account.id, 'hash-password')
      const { accounts } = await stores.accounts.find({ text: 'password@', start: 0, limit: 10 })
      const told = [account, accounts, await stores.accounts.byTokenHash('hash-password')]
      assert.doesNotMatch(JSON.stringify(told), /secret/)
    })

    test('changes the hash of a password only if it equals the expected one, when given', async () => {
      const account = await addAccount(stores, 'upgrade@example.org', { passwordHash: 'first' })
      assert.equal(await stores.accounts.setPasswordHash(account.id, 'second', 'first'), true)
      assert.equal(await stores.accounts.setPasswordHash(account.id, 'third', 'first'), false)
      assert.equal(await stores.accounts.passwordHash(account.id), 'second')
    })

    test('adds no token beyond the limit, however many are requested at once, and none for a missing account', async () => {
      const account = await add('many@example.org')
      const token = { accountId: account.id, name: 'x', hint: 'gw_abcd', max: 3 }
      const added = await Promise.allSettled(
        Array.from({ length: 9 }, (_, number) =>
          stores.accounts.addToken({ ...token, hash: `many ${number}` }),
        ),
      )
      assert.equal(added.filter(({ status }) => status === 'fulfilled').length, 3)
      assert.equal((await stores.accounts.tokens(account.id)).length, 3)
      await assert.rejects(stores.accounts.addToken({ ...token, hash: 'more' }), { code: 'invalid_value' })
      const nobodys = { ...token, accountId: 999_999, hash: 'nobody' }
      await assert.rejects(stores.accounts.addToken(nobodys), { code: 'unauthorized' })
    })

    test('keeps accounts and tokens over a restart', async () => {
      const account = await add('stays@example.org')
      await addToken(account.id, 'hash-stays')
      await stores.reopen()
      assert.deepEqual(await stores.accounts.byTokenHash('hash-stays'), account)
    })
  })
}
