import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Account } from '../../src/accounts/account.ts'
import { accessKinds } from '../../src/accounts/end-access.ts'
import type { Webhook } from '../../src/webhooks/webhook.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

const limits = { idleMs: 60_000_000, maxAgeMs: 100_000_000 }
const dayMs = 24 * 60 * 60_000
const person = { issuer: 'https://id.example', subject: 'anna', email: null }

/** Tests how access to accounts ends and is suspended. */
export function describeAccess(name: string, open: OpenStores): void {
  describe(`access on ${name}`, () => {
    let stores: StoresUnderTest
    let anna: Account
    let ben: Account
    let hook: Webhook
    beforeEach(async () => {
      stores = await open()
      // Events use the clock of the machine.
      stores.clock.nowMs = Date.now()
      anna = await addAccount(stores, 'anna@example.org', { passwordHash: 'first' })
      ben = await addAccount(stores, 'ben@example.org', { passwordHash: 'his' })
      hook = await fill(anna)
      await fill(ben)
    })
    afterEach(() => stores.close())

    /** Gives an account every kind of access. */
    async function fill({ id, email }: Account): Promise<Webhook> {
      const issuer = 'https://former.example'
      await stores.sessions.add({ accountId: id, hash: `session of ${email}`, browser: 'Firefox' })
      await stores.accounts.addToken({
        accountId: id,
        name: 'laptop',
        hash: `token of ${email}`,
        hint: 'gw_',
      })
      await stores.accounts.linkIdentity(id, { issuer, subject: email, email })
      const added = await addHook(id)
      return added ?? assert.fail()
    }

    const addHook = (owner: number, sessionId?: number) =>
      stores.webhooks.add(
        owner,
        { url: 'https://hook.example/', events: ['gif.published'], secret: new Uint8Array(60) },
        10,
        sessionId,
      )
    const held = async ({ id, email }: Account) => ({
      password: await stores.accounts.passwordHash(id),
      sessions: (await stores.sessions.list(id, limits)).length,
      tokens: (await stores.accounts.byTokenHash(`token of ${email}`)) === undefined ? 0 : 1,
      webhooks: (await stores.webhooks.list(id)).length,
      identities: (await stores.accounts.identities(id)).map(({ issuer }) => issuer),
    })
    const all = { sessions: 1, tokens: 1, webhooks: 1, identities: ['https://former.example'] }
    const none = { sessions: 0, tokens: 0, webhooks: 0 }
    const takeOver = (account = anna) =>
      stores.accounts.endAccess(account.id, {
        by: 'sign-on',
        kinds: accessKinds,
        password: { hash: null },
        link: person,
        unlessUnused: true,
      })

    test('ending access ends everything of one account only, and its owner is notified until dismissing the notice', async () => {
      const ended = await takeOver()
      assert.deepEqual(ended, {
        by: 'sign-on',
        at: stores.clock.nowMs,
        password: true,
        sessions: ['Firefox'],
        tokens: ['laptop'],
        webhooks: ['https://hook.example/'],
        identities: ['https://former.example'],
      })
      assert.deepEqual(await held(anna), { password: null, ...none, identities: [person.issuer] })
      assert.deepEqual(await held(ben), { password: 'his', ...all })
      assert.deepEqual(await stores.accounts.endedAccess(anna.id), [ended])
      await stores.accounts.dismissEndedAccess(anna.id)
      assert.deepEqual(await stores.accounts.endedAccess(anna.id), [])
      assert.deepEqual(await stores.accounts.endedAccess(ben.id), [])
    })

    test('nothing ends if the password has changed, or the person has another account', async () => {
      const change = { hash: 'second', instead: 'another' }
      const ending = { by: 'owner', kinds: accessKinds, password: change } as const
      assert.equal(await stores.accounts.endAccess(anna.id, ending), undefined)
      await stores.accounts.linkIdentity(ben.id, person)
      assert.equal(await takeOver(), undefined)
      assert.deepEqual(await held(anna), { password: 'first', ...all })
      assert.deepEqual(await stores.accounts.endedAccess(anna.id), [])
    })

    test('a new password ends the selected access, and is reported only if programs are affected', async () => {
      const change = (hash: string, kinds: readonly (typeof accessKinds)[number][]) =>
        stores.accounts.endAccess(anna.id, { by: 'owner', kinds, password: { hash } })
      await change('second', ['sessions'])
      assert.deepEqual(await held(anna), { password: 'second', ...all, sessions: 0 })
      assert.deepEqual(await stores.accounts.endedAccess(anna.id), [])
      await change('third', ['sessions', 'tokens', 'webhooks'])
      assert.deepEqual(await held(anna), { password: 'third', ...none, identities: all.identities })
      assert.equal((await stores.accounts.endedAccess(anna.id)).length, 1)
    })

    test('the tokens of an account that nobody has signed in to stay, and end once somebody has', async () => {
      const made = await addAccount(stores, 'made@example.org')
      const add = () =>
        stores.accounts.addToken({
          accountId: made.id,
          name: 'x',
          hash: 'token of made@example.org',
          hint: '',
        })
      await add()
      await takeOver(made)
      assert.deepEqual(await held(made), { password: null, ...none, tokens: 1, identities: [person.issuer] })
      await stores.accounts.unlinkIdentity(made.id, person.issuer)
      await stores.sessions.add({ accountId: made.id, hash: 'somebody', browser: 'Safari' })
      await takeOver(made)
      assert.deepEqual(await held(made), { password: null, ...none, identities: [person.issuer] })
    })

    test('a session that has ended adds no webhook and links no sign-on', async () => {
      const [session] = await stores.sessions.list(anna.id, limits)
      await stores.accounts.endAccess(anna.id, { by: 'operator', kinds: accessKinds })
      await assert.rejects(addHook(anna.id, session?.id), { code: 'unauthorized' })
      await assert.rejects(stores.accounts.linkIdentity(anna.id, person, session?.id), {
        code: 'unauthorized',
      })
      assert.deepEqual(await held(anna), { password: 'first', ...none, identities: [] })
    })

    test('a delivery claimed before its webhook was ended or blocked is not sent', async () => {
      await publish(stores, { ownerId: anna.id, visibility: 'private' })
      stores.clock.nowMs = Date.now() + 1000
      const claim = (await stores.webhooks.claimDelivery(60_000)) ?? assert.fail()
      assert.equal(await stores.webhooks.maySend(claim), true)
      await stores.accounts.setBlocked(anna.id, true)
      assert.equal(await stores.webhooks.maySend(claim), false)
      await stores.webhooks.releaseDelivery(claim)
      assert.equal(await stores.webhooks.claimDelivery(60_000), undefined)
      await stores.accounts.setBlocked(anna.id, false)
      const again = (await stores.webhooks.claimDelivery(60_000)) ?? assert.fail()
      assert.equal(again.id, claim.id)
      await takeOver()
      assert.equal(await stores.webhooks.maySend(again), false)
      await stores.webhooks.endDelivery(again, { kind: 'done' }, { response: 200, error: null, tookMs: 5 })
      assert.equal(await stores.webhooks.claimDelivery(60_000), undefined)
    })

    test('a block deletes nothing; deliveries that waited longer than a day are not sent after it', async () => {
      await publish(stores, { ownerId: anna.id })
      stores.clock.nowMs = Date.now() + dayMs / 2
      await stores.accounts.setBlocked(anna.id, true)
      await publish(stores, { ownerId: anna.id })
      assert.deepEqual(await held(anna), { password: 'first', ...all })
      const statuses = async () => (await stores.webhooks.deliveries(hook.id, 10)).map(({ status }) => status)
      assert.deepEqual(await statuses(), ['waiting'], 'nothing is added during a block')
      await stores.accounts.setBlocked(anna.id, false)
      assert.deepEqual(await statuses(), ['waiting'])
      stores.clock.nowMs += dayMs
      await stores.accounts.setBlocked(anna.id, true)
      await stores.accounts.setBlocked(anna.id, false)
      assert.deepEqual(await statuses(), ['error'])
    })
  })
}
