import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { loadConfig } from '#src/config/config.ts'
import { clientKey, networkKey } from '#src/lib/net/client-key.ts'
import { renditions } from '#src/media/rendition.ts'
import { newTask } from '../contract/stores.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ask } from '../support/media/raw.ts'
import { postForm } from '../support/signed-in.ts'
import { startSite } from '../support/site.ts'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const from = (address: string) => ({ 'x-forwarded-for': address })

/** Requests the categories the given number of times; returns the statuses. */
async function read(app: TestApp, times: number, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses = []
  for (let call = 0; call < times; call++)
    statuses.push((await app.fetch('/api/categories', { headers })).status)
  return statuses
}

function start(t: { after(end: () => Promise<void>): void }, settings: Record<string, string>) {
  return startApp(t, { WORKER_CONCURRENCY: '0', RATE_LIMIT: 'on', ...settings })
}

test('all spellings of an address count as one client, an IPv6 address as its /64', () => {
  const keys: [string | undefined, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:8080', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:8080', '192.0.2.7'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ]
  for (const [address, key] of keys) assert.equal(clientKey(address), key, address)
  const none = [
    undefined,
    '',
    'unknown',
    '_hidden',
    'a.example',
    '1.2.3',
    '1.2.3.4.5',
    '999.1.1.1',
    '0x7f.1',
    '010.0.0.1',
  ]
  none.push(
    '1.2.3.4:',
    '[1.2.3.4]x',
    '[::1',
    '::1]',
    '::1::',
    ' 1.2.3.4',
    '1.2.3.4, 5.6.7.8',
    '::g',
    'x'.repeat(100_000),
  )
  for (const text of none) assert.equal(clientKey(text), 'unknown', text?.slice(0, 40))
})

test('a network is the /24 or the /48 of an address, however it is written', () => {
  const keys: [string | undefined, string][] = [
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2::9', '2001:db8:1::/48'],
    ['[2001:0DB8:0001:ffff::9]:443', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['none', 'unknown'],
    [undefined, 'unknown'],
  ]
  for (const [address, key] of keys) assert.equal(networkKey(address), key, address)
})

test('calls with a token count for its account, for all its tokens together, and not for the address', async (t) => {
  const app = await start(t, { READS_PER_MINUTE: '2', ACCOUNT_READS_PER_MINUTE: '3' })
  const anna = await app.token('anna@example.org')
  const second = await app.withStores(async ({ accounts }) => {
    const account = await accounts.byEmail('anna@example.org')
    return (await makeToken(accounts, account?.id ?? 0, 'second')).token
  })
  const bert = await app.token('bert@example.org')
  assert.deepEqual(await read(app, 2, bearer(anna)), [200, 200])
  assert.deepEqual(await read(app, 3, bearer(second)), [200, 429, 429])
  assert.deepEqual(await read(app, 1, bearer(anna)), [429])
  assert.deepEqual(await read(app, 4, bearer(bert)), [200, 200, 200, 429])
  assert.deepEqual(await read(app, 3), [200, 200, 429])
  const refused = await app.json('/api/categories', { headers: bearer(anna) })
  assert.equal(refused.body.error.code, 'rate_limited')
  assert.match(refused.body.error.message, /this account; try again in \d+ s\.$/)
})

test('one address has the share of ten accounts, however many it has', async (t) => {
  const app = await start(t, { ACCOUNT_READS_PER_MINUTE: '1' })
  const statuses = []
  for (let account = 0; account < 11; account++) {
    statuses.push(...(await read(app, 1, bearer(await app.token(`a${account}@example.org`)))))
  }
  assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429])
  assert.deepEqual(await read(app, 1), [200])
})

test('creations, reads and sign-ins are counted separately', async (t) => {
  const app = await start(t, { CREATIONS_PER_MINUTE: '1', READS_PER_MINUTE: '1', SIGN_INS_PER_MINUTE: '1' })
  const create = async () => (await app.post('/api/create-gif/source/url', {})).status
  assert.deepEqual([await create(), await create()], [422, 429])
  assert.deepEqual(await read(app, 2), [200, 429])
  const signIn = async () =>
    (
      await app.fetch('/login', {
        method: 'POST',
        body: new URLSearchParams({ email: 'a@example.org', password: 'x' }),
        headers: { origin: app.url },
      })
    ).status
  assert.deepEqual([await signIn(), await signIn()], [422, 429])
})

test('searches are counted separately, through every way of searching', async (t) => {
  const limits = { SEARCHES_PER_MINUTE: '2', ACCOUNT_SEARCHES_PER_MINUTE: '1', READS_PER_MINUTE: '3' }
  const ways: ((app: TestApp, headers?: Record<string, string>) => Promise<{ status: number }>)[] = [
    (app, headers) => app.post('/api/find', { q: 'a' }, headers),
    (app, headers = {}) => app.fetch('/api/find?q=a', { headers }),
    (app) => app.fetch('/search/suggestions?q=a'),
    (app) => app.fetch('/?q=a'),
  ]
  for (const [index, search] of ways.entries()) {
    const app = await start(t, limits)
    const statuses = []
    for (let times = 0; times < 3; times++) statuses.push((await search(app)).status)
    assert.deepEqual(statuses, [200, 200, 429], `way ${index}`)
    assert.equal((await app.fetch('/')).status, 200, 'the front page without a search counts as a read')
    assert.deepEqual(await read(app, 3), [200, 200, 429])
    if (index > 1) continue
    const anna = bearer(await app.token('anna@example.org'))
    assert.deepEqual([(await search(app, anna)).status, (await search(app, anna)).status], [200, 429])
  }
})

test('a creation also counts when it is refused before it is examined', async (t) => {
  const app = await start(t, { CREATIONS_PER_MINUTE: '4', SIGN_INS_PER_MINUTE: '100' })
  const create = (headers: Record<string, string>) => app.post('/api/create-gif/source/url', {}, headers)
  const refusals = [
    await create(bearer('gw_wrong')),
    await create({ authorization: 'Basic YTpi' }),
    await create({ 'content-type': 'text/csv' }),
    await create({ 'content-encoding': 'gzip' }),
    await create({}),
  ]
  assert.deepEqual(
    refusals.map(({ status }) => status),
    [401, 401, 415, 415, 429],
  )
  assert.equal(refusals.at(-1)?.body.success, false)
})

test('a creation reports how many remain, and a refusal when to retry', async (t) => {
  const app = await start(t, { CREATIONS_PER_MINUTE: '2', ACCOUNT_CREATIONS_PER_MINUTE: '7' })
  const told = async (headers = {}) => {
    const answer = await app.post('/api/create-gif/source/url', {}, headers)
    const [limit, remaining] = ['ratelimit-limit', 'ratelimit-remaining'].map((name) =>
      answer.headers.get(name),
    )
    const reset = Number(answer.headers.get('ratelimit-reset'))
    assert.ok(reset > 0 && reset <= 60)
    return [
      answer.status,
      limit,
      remaining,
      answer.headers.get('retry-after') === null ? '' : Number(answer.headers.get('retry-after')) > 0,
    ]
  }
  assert.deepEqual(await told(), [422, '2', '1', ''])
  assert.deepEqual(await told(), [422, '2', '0', ''])
  assert.deepEqual(await told(), [429, '2', '0', true])
  assert.deepEqual(await told(bearer(await app.token('anna@example.org'))), [422, '7', '6', ''])
  const shown = await app.fetch('/api/categories', { headers: { origin: 'https://app.example' } })
  assert.equal(shown.headers.get('ratelimit-limit'), null, 'caches may store this answer for others')
  assert.match(shown.headers.get('access-control-expose-headers') ?? '', /RateLimit-Remaining/)
})

test('wrong tokens count as failed sign-ins of their address; tokens in use from there keep working', async (t) => {
  const app = await start(t, { SIGN_INS_PER_MINUTE: '3' })
  const [used, unused] = [await app.token('anna@example.org'), await app.token('bert@example.org')]
  assert.deepEqual(await read(app, 1, bearer(used)), [200])
  assert.deepEqual(
    await read(app, 20, bearer('gw_old')),
    Array<number>(20).fill(401),
    'an old token is one guess',
  )
  for (const guess of ['gw_1', 'gw_2']) assert.deepEqual(await read(app, 1, bearer(guess)), [401])
  const refused = await app.json('/api/categories', { headers: bearer('gw_3') })
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.deepEqual(await read(app, 1, bearer('gw_old')), [401])
  assert.deepEqual(await read(app, 1, bearer(used)), [200])
  assert.deepEqual(await read(app, 1, bearer(unused)), [429], 'a correct guess is treated the same')
  assert.deepEqual(await read(app, 1), [200])
  const signIn = new URLSearchParams({ email: 'anna@example.org', password: 'x' })
  const form = await app.fetch('/login', { method: 'POST', body: signIn, headers: { origin: app.url } })
  assert.equal(form.status, 429)
  const elsewhere = ['GET /api/categories HTTP/1.1', 'Host: x', `Authorization: Bearer ${unused}`]
  assert.equal((await ask(app.url, elsewhere, '', '127.0.0.2')).status, 200)
})

test('a client with too many failed sign-ins cannot try tokens either', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on', SIGN_INS_PER_MINUTE: '2' })
  const typed = { email: 'anna@example.org', password: 'wrong' }
  for (let times = 0; times < 2; times++) {
    assert.equal((await postForm(site, '/login', typed, { origin: site.url })).status, 422)
  }
  assert.deepEqual(await read(site, 1, bearer('gw_guess')), [429])
})

test('all addresses of one IPv6 network are one client, for calls, uploads and streams alike', async (t) => {
  const proxied = {
    TRUSTED_PROXIES: '127.0.0.1',
    READS_PER_MINUTE: '5',
    CREATIONS_PER_MINUTE: '2',
    EVENT_STREAMS_PER_ADDRESS: '1',
  }
  const app = await start(t, proxied)
  const [one, other, elsewhere] = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'].map(from)
  const create = async (headers = {}) => (await app.post('/api/create-gif/source/url', {}, headers)).status
  assert.deepEqual([await create(one), await create(other), await create(other)], [422, 422, 429])
  assert.equal(await create(elsewhere), 422)

  const task = newTask()
  await app.withStores(({ tasks }) => tasks.submissions.add(task, 100))
  const leave = new AbortController()
  const follow = (headers = {}) =>
    app.fetch(`/api/status/${task.id}/events`, { headers, signal: leave.signal })
  assert.equal((await follow(one)).status, 200)
  assert.equal((await follow(other)).status, 503)
  assert.equal((await follow(elsewhere)).status, 200)
  assert.deepEqual(await read(app, 4, other), [200, 200, 200, 429])
  leave.abort()
})

test('media files and the files of pages have a rate of their own, with Retry-After', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on', MEDIA_PER_MINUTE: '4', READS_PER_MINUTE: '3' })
  const { mediaId } = await site.addWithFiles()
  const poster = `/media/gifs/${mediaId}/${renditions.thumb.file}`
  const embed = await (await site.fetch('/')).text()
  const style = /href="([^"]+\.css)"/.exec(embed)?.[1] ?? ''
  const statuses = []
  for (const path of [poster, style, '/favicon.svg', poster, poster, style, '/favicon.svg', '/robots.txt'])
    statuses.push((await site.fetch(path)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 429, 429, 429, 429])
  const refused = await site.fetch(poster, { headers: { range: 'bytes=0-9' } })
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.equal(refused.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await read(site, 2), [200, 200], 'pages and calls continue')
})

test('fifty people at one address who scroll endlessly for a minute stay below the limit of media files', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on' })
  for (let number = 0; number < 24; number++) await site.add()
  const page = await (await site.fetch('/')).text()
  const files = page.match(/\/media\/gifs\//g)?.length ?? 0
  assert.ok(files >= 24 && files <= 100, `${files} files on a page`)
  const [people, pagesPerMinute] = [50, 6]
  const { rates } = loadConfig({})
  assert.ok(people * pagesPerMinute * files < (rates?.mediaPerMinute ?? 0))
})
