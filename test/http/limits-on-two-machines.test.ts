import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { hashPassword } from '#src/accounts/passwords.ts'
import { SignInThrottle } from '#src/accounts/sign-in-throttle.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { until } from '../support/until.ts'

const limits = {
  CREATIONS_PER_MINUTE: '20',
  SIGN_INS_PER_MINUTE: '30',
  NOTICES_PER_MINUTE: '5',
  READS_PER_MINUTE: '400',
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('two web machines with one PostgreSQL', { skip: noPostgres }, async () => {
  if (noPostgres !== false) return
  const server = await sharedPostgres()
  const DATABASE_URL = await server.newDatabase()
  // The clock stands still, so that no window ends while a slow machine works.
  const clock = { now: () => 1_800_000_000_000 }
  const start = () =>
    startApp(
      { after: (end) => after(end as () => Promise<void>) },
      {
        ...limits,
        DATABASE_URL,
        RATE_LIMIT: 'on',
        TRUSTED_PROXIES: '127.0.0.1',
        WORKER_CONCURRENCY: '0',
        LOG_LEVEL: 'fatal',
      },
      { clock },
    )
  const machines: [TestApp, TestApp] = [await start(), await start()]
  const [one, other] = machines

  /** Sends the given number of requests at once, to each machine in turn; returns the count of each status. */
  const atOnce = async (times: number, send: (app: TestApp, number: number) => Promise<Response>) => {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, number) => send(number % 2 === 0 ? one : other, number)),
    )
    const counts: Record<number, number> = {}
    for (const answer of answers) {
      await answer.arrayBuffer()
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
    }
    return counts
  }
  const create = (app: TestApp, headers: Record<string, string>) =>
    app.fetch('/api/create-gif/source/url', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', ...headers },
    })
  const signIn = (app: TestApp, headers: Record<string, string>, password = 'wrong') =>
    app.fetch('/login', {
      method: 'POST',
      body: new URLSearchParams({ email: 'anna@example.org', password }),
      headers: { origin: app.url, ...headers },
      redirect: 'manual',
    })
  const read = (app: TestApp, headers: Record<string, string>) => app.fetch('/api/categories', { headers })

  test('50 simultaneous creations on both admit as many as one machine would', async () => {
    const headers = from('192.0.2.1')
    assert.deepEqual(await atOnce(50, (app) => create(app, headers)), { 422: 20, 429: 30 })
    const refused = await create(other, headers)
    assert.equal(refused.headers.get('ratelimit-remaining'), '0')
    assert.equal(refused.headers.get('retry-after'), '60')
    assert.equal((await create(other, from('192.0.2.2'))).headers.get('ratelimit-remaining'), '19')
  })

  test('creations of an account are counted on both, with all its tokens', async () => {
    const headers = bearer(await one.token('creator@example.org'))
    const left: unknown[] = []
    for (const app of [one, other, one])
      left.push((await create(app, headers)).headers.get('ratelimit-remaining'))
    assert.deepEqual(left, ['119', '118', '117'])
  })

  test('50 simultaneous wrong tokens on both are checked only up to the allowed number of failed sign-ins', async () => {
    const headers = from('192.0.2.3')
    const token = await one.token('used@example.org')
    const unused = await one.token('unused@example.org')
    assert.equal((await read(one, { ...headers, ...bearer(token) })).status, 200)
    const guess = (app: TestApp, number: number) => read(app, { ...headers, ...bearer(`gw_${number}`) })
    assert.deepEqual(await atOnce(50, guess), { 401: 30, 429: 20 })
    for (const app of machines) {
      assert.equal((await read(app, { ...headers, ...bearer(token) })).status, 200, 'in use at this address')
      assert.equal((await read(app, { ...headers, ...bearer(unused) })).status, 429)
      assert.equal((await signIn(app, headers)).status, 429)
    }
    assert.equal((await read(other, bearer(unused))).status, 200)
  })

  test('many people with valid tokens at one address, all at once, do not count as guesses', async () => {
    const headers = from('192.0.2.4')
    const token = await one.token('many@example.org')
    const tokens = [
      token,
      ...(await Promise.all([1, 2, 3].map((number) => one.token(`m${number}@example.org`)))),
    ]
    const read100 = atOnce(100, (app, number) =>
      read(app, { ...headers, ...bearer(tokens[number % tokens.length] ?? '') }),
    )
    assert.deepEqual(await read100, { 200: 100 })
    assert.deepEqual(await atOnce(40, (app) => read(app, { ...headers, ...bearer('gw_old') })), { 401: 40 })
    const guess = (app: TestApp, number: number) => read(app, { ...headers, ...bearer(`gw_${number}`) })
    assert.deepEqual(await atOnce(29, guess), { 401: 29 }, 'nothing else was counted')
  })

  test('a wrong password on one machine is the tenth of both, and both report how long to wait', async () => {
    const passwordHash = await hashPassword('plum velvet anchor')
    const client = { address: '192.0.2.5', network: '192.0.2.0/24' }
    await one.withStores(async ({ accounts, attempts }) => {
      await accounts.add({ email: 'anna@example.org', premium: false, admin: false, passwordHash })
      const throttle = new SignInThrottle(attempts, clock)
      for (let attempt = 0; attempt < 9; attempt++)
        await throttle.attempt('anna@example.org', async () => false, { client, knownAs: null })
    })
    const headers = from('192.0.2.5')
    assert.equal((await signIn(one, headers)).status, 422)
    assert.deepEqual(await atOnce(4, (app) => signIn(app, headers, 'plum velvet anchor')), { 429: 4 })
    assert.equal((await signIn(other, headers)).headers.get('retry-after'), '60')
    assert.equal((await signIn(other, from('192.0.2.6'), 'plum velvet anchor')).status, 303)
  })

  test('reads on one machine are counted on the other a second later', async () => {
    const headers = from('192.0.2.7')
    for (let call = 0; call < 400; call++) assert.equal((await read(one, headers)).status, 200)
    assert.equal((await read(one, headers)).status, 429)
    let allowed = 0
    await until('the other machine refuses too', async () => {
      const { status } = await read(other, headers)
      if (status === 200) allowed++
      return status === 429
    })
    assert.ok(allowed < 400, `${allowed} more`)
  })

  test('without the database, requests that must be counted there are refused with 503, and reads continue', async () => {
    const headers = from('192.0.2.8')
    await server.stop()
    for (const answer of [
      await create(one, headers),
      await signIn(one, headers),
      await read(one, { ...headers, ...bearer('gw_new') }),
    ]) {
      assert.equal(answer.status, 503)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
    }
    assert.equal((await one.fetch('/robots.txt', { headers })).status, 200)
    await server.start()
    await until('creations are counted again', async () => (await create(one, headers)).status === 422)
  })
})
