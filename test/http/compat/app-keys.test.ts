import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { dayOf } from '#src/accounts/apps/app-use-counter.ts'
import { addApp } from '#src/accounts/apps/manage-apps.ts'
import type { AppSettings } from '#src/accounts/apps/app-store.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { sameDayClock } from '#test/support/same-day-clock.ts'
import { until } from '#test/support/until.ts'

const settings = { WORKER_CONCURRENCY: '0' }
const operatorKey = 'a-key-of-the-operator'

/** A call of each interface, at each of its addresses. */
const calls = [
  ['/v2/trending_terms', 'key', 'tenor'],
  ['/compat/tenor/v2/trending_terms', 'key', 'tenor'],
  ['/v1/trending/searches', 'api_key', 'giphy'],
  ['/compat/giphy/v1/trending/searches', 'api_key', 'giphy'],
  ['/v2/emoji', 'api_key', 'giphy'],
] as const

function makeApp(app: TestApp, name: string, given: Partial<AppSettings> = {}) {
  const plain = { ratePerMinute: null, mayUpload: false, categoryId: null }
  return app.withStores(({ apps }) => addApp(apps, name, { ...plain, ...given }))
}

async function statusOf(app: TestApp, path: string, init?: RequestInit): Promise<number> {
  const response = await app.fetch(path, init)
  await response.body?.cancel()
  return response.status
}

test('interfaces closed by the operator accept the configured keys and those of apps', async (t) => {
  const app = await startApp(t, { ...settings, COMPAT_API_KEYS: `${operatorKey}, another` })
  const { key, app: made } = await makeApp(app, 'Chat')
  for (const [path, name, shape] of calls) {
    assert.equal(await statusOf(app, path), shape === 'tenor' ? 403 : 401, path)
    assert.equal(await statusOf(app, `${path}?${name}=`), shape === 'tenor' ? 403 : 401, path)
    for (const wrong of ['guess', `${operatorKey}x`, key.slice(0, -1), key.toUpperCase()]) {
      const response = await app.fetch(`${path}?${name}=${wrong}`)
      assert.equal(response.status, shape === 'tenor' ? 400 : 401, path)
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.equal(response.headers.get('www-authenticate'), null)
      assert.doesNotMatch(await response.text(), /guess/)
    }
    for (const right of [operatorKey, 'another', key])
      assert.equal(await statusOf(app, `${path}?${name}=${right}`), 200, path)
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } }
    assert.equal(await statusOf(app, path, preflight), 204, path)
  }
  const byHeader = await app.fetch('/v2/trending_terms', { headers: { 'x-goog-api-key': operatorKey } })
  assert.equal(byHeader.status, 200)
  assert.match(byHeader.headers.get('vary') ?? '', /x-goog-api-key/i, 'or a cache gives it to everyone')
  await byHeader.body?.cancel()
  assert.equal(await statusOf(app, '/api/categories'), 200)

  await app.withStores(({ apps }) => apps.remove(made.id))
  const isRefused = async () => (await statusOf(app, `/v1/trending/searches?api_key=${key}`)) === 401
  await until('the key of the removed app is refused', isRefused)
})

test('an app has a rate of its own, and adding one leaves the interfaces open', async (t) => {
  const app = await startApp(t, { ...settings, RATE_LIMIT: 'on', READS_PER_MINUTE: '20' })
  const { key } = await makeApp(app, 'Slow', { ratePerMinute: 3 })
  const slow = []
  for (let call = 0; call < 5; call++)
    slow.push(await statusOf(app, `${call % 2 ? '/v2' : '/compat/tenor/v2'}/trending_terms?key=${key}`))
  assert.deepEqual(slow, [200, 200, 200, 429, 429])
  const refused = await app.fetch(`/v1/trending/searches?api_key=${key}`)
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
  await refused.body?.cancel()

  const plain = []
  for (const query of ['', '?key=any', '?key=other'])
    for (let call = 0; call < 8; call++) plain.push(await statusOf(app, `/v2/trending_terms${query}`))
  assert.deepEqual([plain.indexOf(429), plain.lastIndexOf(200)], [20, 19], 'an address has one rate')

  const { key: fast } = await makeApp(app, 'Fast', { ratePerMinute: 100 })
  const isKnown = async () => (await statusOf(app, `/v2/trending_terms?key=${fast}`)) === 200
  await until('the new app is known', isKnown)
  for (let call = 0; call < 30; call++) assert.equal(await isKnown(), true)
})

test('a client guessing keys is refused after a few, while valid ones keep working', async (t) => {
  const app = await startApp(t, {
    ...settings,
    COMPAT_API_KEYS: operatorKey,
    RATE_LIMIT: 'on',
    SIGN_INS_PER_MINUTE: '3',
  })
  const ask = (key: string) => statusOf(app, `/v2/trending_terms?key=${key}`)
  assert.equal(await ask(operatorKey), 200)
  for (const key of ['a', 'b', 'c']) assert.equal(await ask(key), 400)
  assert.deepEqual([await ask('d'), await ask('e')], [429, 429])
  assert.deepEqual([await ask('a'), await ask(operatorKey)], [400, 200], 'a lost message is repeated')
})

test('the key of an app is in no file and no log, and the uses of the app are counted by day', async (t) => {
  let logged = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  })
  const log = pino({ level: 'trace' }, stream)
  const clock = sameDayClock()
  const closed = { ...settings, COMPAT_API_KEYS: operatorKey, LOG_LEVEL: 'trace' }
  const app = await startApp(t, closed, { log, clock })
  const { key, app: made } = await makeApp(app, 'Chat')
  assert.match(key, /^gwa_[\w-]{32}$/)
  assert.equal(await statusOf(app, `/v2/trending_terms?key=${key}`), 200)
  assert.equal(await statusOf(app, `/v2/nothing?key=${key}`), 404)
  assert.equal(await statusOf(app, `/v1/nothing?api_key=${key}`), 404)
  assert.equal(await statusOf(app, `/v1/trending/searches?api_key=${key}x`), 401)
  await app.stop()
  await app.withStores(async ({ apps }) => {
    const [use] = await apps.useSince(0)
    assert.deepEqual(use, { appId: made.id, day: dayOf(clock.now()), searches: 0, shares: 0, errors: 2 })
    assert.doesNotMatch(JSON.stringify(await apps.list()), /hash/i)
  })
  assert.match(logged, /trending_terms/)
  for (const secret of [key, operatorKey]) {
    assert.equal(logged.includes(secret), false)
    for (const name of await readdir(app.folder)) {
      if (!/db|wal|shm/.test(name)) continue
      assert.equal((await readFile(join(app.folder, name))).includes(secret), false, name)
    }
  }
})
