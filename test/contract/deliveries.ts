import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { ownerPlaces, ownerSlowPlaces, roomBeside, slowPlaces } from '../../src/webhooks/delivery-places.ts'
import type { DeliveryClaim } from '../../src/webhooks/webhook-store.ts'
import type { WebhookEvent } from '../../src/webhooks/webhook.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

const done = { kind: 'done' } as const

/** Tests how webhook deliveries take turns, and how long they are kept. */
export function describeDeliveries(name: string, open: OpenStores): void {
  describe(`deliveries on ${name}`, () => {
    let stores: StoresUnderTest
    let events = 0
    beforeEach(async () => {
      stores = await open()
      stores.clock.nowMs = Date.now()
    })
    afterEach(() => stores.close())

    const addHooks = async (owner: number | null, count: number) => {
      const added: number[] = []
      for (let number = 0; number < count; number++) {
        const hook = {
          url: 'https://a.example/',
          events: ['gif.published' as const],
          secret: new Uint8Array(60),
        }
        added.push((await stores.webhooks.add(owner, hook, 10))?.id ?? assert.fail())
      }
      return added
    }
    const addOwner = async (email: string, hooks: number) => {
      const { id } = await addAccount(stores, email)
      return { id, hooks: await addHooks(id, hooks) }
    }
    const send = (hook: number, key?: string) => {
      const createdAt = stores.clock.nowMs
      const event: WebhookEvent = { id: `evt_${++events}`, type: 'test', createdAt, data: { kind: 'test' } }
      return stores.webhooks.send(hook, event, key)
    }
    /** Claims as many as there is room for in addition to the held deliveries, as the deliverer does. */
    const claimAll = async (held: DeliveryClaim[] = []) => {
      for (;;) {
        stores.clock.nowMs += 1
        const room = roomBeside(held.map(({ webhook }) => ({ owner: webhook.accountId, slow: webhook.slow })))
        const claim = room === null ? undefined : await stores.webhooks.claimDelivery(60_000, room)
        if (claim === undefined) return held
        held.push(claim)
      }
    }
    const end = (claim: DeliveryClaim, tookMs: number) =>
      stores.webhooks.endDelivery(claim, done, { response: 204, error: null, tookMs })
    /** Makes the receivers of these webhooks answer once, in `tookMs`. */
    const answer = async (hooks: number[], tookMs: number) => {
      for (const hook of hooks) {
        await send(hook)
        stores.clock.nowMs += 1
        await end((await stores.webhooks.claimDelivery(60_000)) ?? assert.fail(), tookMs)
      }
    }

    test('owners take turns, and then the webhooks of an owner, however many there are', async () => {
      const many = await addOwner('many@example.org', 3)
      const one = await addOwner('one@example.org', 1)
      for (const hook of [...many.hooks, ...many.hooks, ...one.hooks, ...one.hooks]) await send(hook)
      const served: number[] = []
      for (let turn = 0; turn < 6; turn++) {
        stores.clock.nowMs += 1
        const claim = (await stores.webhooks.claimDelivery(60_000)) ?? assert.fail()
        served.push(claim.webhook.id)
        await end(claim, 5)
      }
      const [a, b, c] = many.hooks
      const [d] = one.hooks
      assert.deepEqual(served, [a, d, b, d, c, a])
    })

    test('slow and new webhooks hold half of the places and no owner more than its share, so that a fast one finds a place', async () => {
      const fast = await addOwner('fast@example.org', 1)
      await answer(fast.hooks, 20)
      const slow = []
      for (let number = 0; number < 6; number++) slow.push(await addOwner(`slow${number}@example.org`, 10))
      await answer(slow[0]!.hooks, 9500)
      for (const hook of slow.flatMap(({ hooks }) => hooks)) await send(hook)
      const held = await claimAll()
      assert.equal(held.length, slowPlaces)
      for (const { id } of slow) {
        const own = held.filter(({ webhook }) => webhook.accountId === id)
        assert.ok(own.length <= ownerSlowPlaces)
      }
      await send(fast.hooks[0]!)
      const [next] = (await claimAll([...held])).slice(held.length)
      assert.equal(next?.webhook.id, fast.hooks[0])
    })

    test('an owner whose so far fast webhooks begin to hang holds a quarter of the places', async () => {
      const turned = await addOwner('turned@example.org', 10)
      await answer(turned.hooks, 20)
      for (const hook of turned.hooks) await send(hook)
      const held = await claimAll()
      assert.equal(held.length, ownerPlaces)
      for (const claim of held) await end(claim, 10_000)
      for (const claim of await claimAll()) await end(claim, 20)
      await send(turned.hooks[0]!)
      const slow = (await claimAll()).filter((claim) => claim.webhook.slow)
      assert.deepEqual(
        slow.map(({ webhook }) => webhook.id),
        [turned.hooks[0]],
      )
    })

    test('tests of a webhook do not pile up while its receiver is slow', async () => {
      const [hook] = await addHooks(null, 1)
      for (let times = 0; times < 3; times++) await send(hook!, 'test')
      assert.equal((await stores.webhooks.deliveries(hook!, 10)).length, 1)
    })

    test('repeated publishing of a GIF is one event for the operator until it is sent', async () => {
      const [hook] = await addHooks(null, 1)
      const gif = await publish(stores, { visibility: 'private' })
      const toggle = async () => {
        await stores.catalogue.change(gif.id, { visibility: 'public' })
        await stores.catalogue.change(gif.id, { visibility: 'private' })
      }
      for (let times = 0; times < 3; times++) await toggle()
      assert.equal((await stores.webhooks.deliveries(hook!, 10)).length, 1)
      stores.clock.nowMs = Date.now() + 1000
      const claim = (await stores.webhooks.claimDelivery(60_000)) ?? assert.fail()
      await toggle()
      assert.equal(
        (await stores.webhooks.deliveries(hook!, 10)).length,
        2,
        'not in place of one that is being sent',
      )
      await end(claim, 5)
    })
  })
}
