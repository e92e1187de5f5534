import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DailyWeights } from '#src/catalogue/discovery/daily-weights.ts'
import { type Client, UseCounter, useWeights } from '#src/catalogue/discovery/use-counter.ts'
import type { Gif } from '#src/catalogue/gif.ts'
import { createLog } from '#src/lib/log/log.ts'
import { viewerKey } from '#src/lib/net/client-key.ts'
import { fakeOf } from '../../support/fakes.ts'
import type { TrendStore } from '#src/catalogue/discovery/trend-store.ts'
import type { DiscoveryDeps } from '#src/catalogue/discovery/discovery-deps.ts'

const dayMs = 24 * 60 * 60_000

const at = (address: string): Client => ({ address, isPerson: true })
const gif = (id: number, changes: Partial<Gif> = {}) => ({
  id,
  visibility: 'public' as const,
  hidden: false,
  ...changes,
})

function counting() {
  const written: [number, number][][] = []
  const clock = { nowMs: 100 * dayMs, now: () => clock.nowMs }
  const store = {
    isBroken: false,
    async addUses(weights: ReadonlyMap<number, number>) {
      if (store.isBroken) throw new Error('the disk is full')
      written.push([...weights])
    },
  }
  const noted: number[] = []
  const onUse = (id: number) => void noted.push(id)
  const counter = new UseCounter(
    fakeOf<DiscoveryDeps>({
      trends: fakeOf<TrendStore>(store),
      onUse,
      clock,
      log: createLog('silent'),
    }),
  )
  return { counter, written, noted, clock, store }
}

test('a viewer counts once per GIF and day, with the use of the highest weight', async () => {
  const { counter, written, clock } = counting()
  for (let time = 0; time < 3; time++) counter.count(gif(1), 'view', at('192.0.2.1'))
  counter.count(gif(1), 'share', at('192.0.2.1'))
  counter.count(gif(1), 'copy', at('192.0.2.1'))
  counter.count(gif(1), 'download', at('192.0.2.2'))
  counter.count(gif(2), 'view', at('192.0.2.2'))
  await counter.write()
  await counter.write()
  assert.deepEqual(written, [
    [
      [1, useWeights.share + useWeights.download],
      [2, useWeights.view],
    ],
  ])
  counter.count(gif(1), 'view', at('192.0.2.1'))
  clock.nowMs += dayMs
  counter.count(gif(1), 'view', at('192.0.2.1'))
  await counter.write()
  assert.deepEqual(written.slice(1), [[[1, useWeights.view]]])
})

test('all addresses of a /48 are one viewer, and so are all spellings of an address', async () => {
  const { counter, written } = counting()
  for (const address of ['2001:db8:1:2::9', '2001:db8:1:3::1', '[2001:db8:1:ffff::]:443'])
    counter.count(gif(1), 'view', at(address))
  for (const address of ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7:80'])
    counter.count(gif(1), 'view', at(address))
  await counter.write()
  assert.deepEqual(written, [[[1, 2]]])
  assert.equal(viewerKey('2001:db8:1:2::9'), '2001:db8:1::/48')
  assert.equal(viewerKey('192.0.2.7'), '192.0.2.7')
  assert.equal(viewerKey(undefined), 'unknown')
})

test('private, unlisted and hidden GIFs do not count, nor do crawlers', async () => {
  const { counter, written } = counting()
  counter.count(gif(1, { visibility: 'private' }), 'share', at('192.0.2.1'))
  counter.count(gif(2, { visibility: 'unlisted' }), 'share', at('192.0.2.1'))
  counter.count(gif(3, { hidden: true }), 'share', at('192.0.2.1'))
  counter.count(gif(4), 'view', { address: '192.0.2.1', isPerson: false })
  await counter.write()
  assert.deepEqual(written, [])
})

test('counts that cannot be written are written later, together with newer ones', async () => {
  const { counter, written, noted, store } = counting()
  store.isBroken = true
  counter.count(gif(1), 'view', at('192.0.2.1'))
  await counter.write()
  counter.count(gif(1), 'view', at('192.0.2.2'))
  assert.deepEqual(noted, [])
  store.isBroken = false
  await counter.write()
  assert.deepEqual([written, noted], [[[[1, 2]]], [1]])
})

test('counts of many GIFs are written in several transactions, each GIF once', async () => {
  const { counter, written } = counting()
  for (let id = 1; id <= 1000; id++) counter.count(gif(id), 'view', at(`192.0.2.${id % 2}`))
  for (let id = 1; id <= 1000; id++) counter.count(gif(id), 'view', at('192.0.2.3'))
  await counter.write()
  assert.deepEqual(
    written.map((weights) => weights.length),
    [500, 500],
  )
  assert.deepEqual(
    new Map(written.flat()),
    new Map(Array.from({ length: 1000 }, (_, index) => [index + 1, 2])),
  )
})

test('the memory for one day is bounded: beyond that nothing counts until the next day', () => {
  const clock = { nowMs: 0, now: () => clock.nowMs }
  const weights = new DailyWeights({ maxPairs: 10, maxPerViewer: 4, clock })
  const raised = (viewer: string, count: number) =>
    Array.from({ length: count }, (_, subject) => weights.raise(viewer, `${viewer} ${subject}`, 1))
  assert.deepEqual(raised('a', 6), [1, 1, 1, 1, 0, 0])
  assert.equal(weights.raise('a', 'a 0', 5), 4, 'remembered uses may rise')
  assert.deepEqual(raised('b', 4), [1, 1, 1, 1])
  assert.deepEqual(raised('c', 4), [1, 1, 0, 0])
  clock.nowMs += dayMs
  assert.deepEqual(raised('c', 4), [1, 1, 1, 1])
})
