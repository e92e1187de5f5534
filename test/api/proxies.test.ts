import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { loadConfig } from '#src/config/config.ts'
import { trustedProxies } from '#src/http/connection/trusted-proxies.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ask, requestOf, exchange } from '../support/media/raw.ts'
import { startSite, type TestSite } from '../support/site.ts'

const onlyOne = { WORKER_CONCURRENCY: '0', RATE_LIMIT: 'on', READS_PER_MINUTE: '1' }

async function statusOf(app: TestApp, headers: Record<string, string>, from?: string): Promise<number> {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return (await ask(app.url, ['GET /api/categories HTTP/1.1', ...lines], '', from)).status
}

test('a proxy is recognized in every spelling of its address, and by ranges', () => {
  const isProxy = trustedProxies([
    '192.0.2.1',
    '10.0.0.0/8',
    '2001:db8::1',
    'fd00::/8',
    '::ffff:198.51.100.1',
  ])
  const known = [
    '192.0.2.1',
    '::ffff:192.0.2.1',
    '192.0.2.1:80',
    '10.255.0.1',
    '::ffff:10.1.2.3',
    '198.51.100.1',
  ]
  for (const address of [...known, '2001:db8:0::1', '[2001:DB8::1]:443', 'fd12:3456::7'])
    assert.ok(isProxy(address), address)
  const others = [
    '192.0.2.2',
    '11.0.0.1',
    '2001:db8::2',
    'fe00::1',
    '198.51.100.2',
    '',
    'localhost',
    undefined,
    '10',
    '10.0.0',
  ]
  for (const address of others) assert.equal(isProxy(address), false, address)
  assert.equal(trustedProxies([])('127.0.0.1'), false)
})

test('a range that includes everyone is refused at the start', () => {
  for (const range of [
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    'fd00::/129',
    'proxy.example',
    '10.0.0.1/x',
    '10.0.0.1/',
  ]) {
    assert.throws(
      () => loadConfig({ TRUSTED_PROXIES: range }),
      /TRUSTED_PROXIES takes addresses or ranges/,
      range,
    )
  }
})

test('a client that is no trusted proxy cannot set the source of a request', async (t) => {
  const app = await startApp(t, { ...onlyOne, TRUSTED_PROXIES: '127.0.0.9' })
  assert.equal(await statusOf(app, {}), 200)
  for (const [name, value] of [
    ['x-forwarded-for', '203.0.113.1'],
    ['x-forwarded-for', '127.0.0.9'],
    ['forwarded', 'for=203.0.113.2'],
    ['x-real-ip', '203.0.113.3'],
    ['x-client-ip', '203.0.113.4'],
    ['true-client-ip', '203.0.113.5'],
    ['cf-connecting-ip', '203.0.113.6'],
  ] as const) {
    assert.equal(await statusOf(app, { [name]: value }), 429, name)
  }
  assert.equal(await statusOf(app, { 'x-forwarded-for': '203.0.113.1' }, '127.0.0.9'), 200)
})

test('behind named proxies the client is the nearest address that is not a proxy', async (t) => {
  const app = await startApp(t, { ...onlyOne, TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,fd00::/8' })
  const sameClient: [string, string[]][] = [
    [
      '203.0.113.1',
      [
        '198.51.100.9, 203.0.113.1',
        '10.0.0.1, 203.0.113.1',
        '203.0.113.1, 10.0.0.1',
        '203.0.113.1,10.0.0.1 ,fd00::1',
      ],
    ],
    [
      '203.0.113.2',
      [
        '::ffff:203.0.113.2',
        '203.0.113.2:5060',
        '[::ffff:203.0.113.2]:1',
        'x, 203.0.113.2',
        '203.0.113.2,::ffff:10.0.0.7,10.0.0.1:99',
      ],
    ],
    [
      '2001:db8:1::1',
      [
        '2001:db8:1::2',
        '[2001:db8:1::3]',
        '[2001:db8:1::4]:8080',
        '203.0.113.9, 2001:DB8:1:0::5',
        '2001:db8:1::6,[fd00::1]:5',
      ],
    ],
    [
      'unknown',
      ['_hidden', 'for=203.0.113.3', '203.0.113.4, a b', '<script>', '1.2.3.4.5', 'x'.repeat(5000)],
    ],
  ]
  for (const [client, others] of sameClient) {
    assert.equal(await statusOf(app, { 'x-forwarded-for': client }), 200, client)
    for (const other of others) assert.equal(await statusOf(app, { 'x-forwarded-for': other }), 429, other)
  }
  assert.equal(await statusOf(app, {}), 200, 'the proxy itself')
  for (const nothing of ['', ' ', ',', ', ,'])
    assert.equal(await statusOf(app, { 'x-forwarded-for': nothing }), 429, nothing)
  const twice = ['X-Forwarded-For: 203.0.113.77', 'X-Forwarded-For: 203.0.113.1']
  assert.equal((await ask(app.url, ['GET /api/categories HTTP/1.1', 'Host: x', ...twice])).status, 429)
})

test('an unnamed proxy is reported once, with its address only if it is not an untrusted client', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' }, { log })
  for (let times = 0; times < 3; times++) await statusOf(app, { 'x-forwarded-for': '203.0.113.1' })
  const told = lines.filter((line) => line.includes('TRUSTED_PROXIES'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', /"proxy":"127\.0\.0\.1"/)
  assert.doesNotMatch(told[0] ?? '', /203\.0\.113/)

  const named: string[] = []
  const quiet = pino({ level: 'warn' }, { write: (line: string) => void named.push(line) })
  const behind = await startApp(t, { WORKER_CONCURRENCY: '0', TRUSTED_PROXIES: '127.0.0.1' }, { log: quiet })
  await statusOf(behind, { 'x-forwarded-for': '203.0.113.1' })
  assert.deepEqual(named, [])
})

/** Addresses of every kind of answer that an anonymous client can get. */
async function addresses(site: TestSite): Promise<string[]> {
  const { code } = await site.add()
  const oembed = `/oembed?url=${encodeURIComponent(`${site.url}/${code}`)}`
  const api = [
    '/api/categories',
    '/api/find?q=a',
    `/api/gif/${code}`,
    '/api/openapi.json',
    '/api/nothing',
    '/api/docs',
  ]
  const pages = [
    '/',
    '/?q=a',
    `/${code}`,
    `/embed/${code}`,
    '/login',
    '/signup',
    '/create',
    '/developers',
    '/mine',
    '/nothing',
  ]
  return [
    ...api,
    ...pages,
    oembed,
    '/oembed',
    '/search/suggestions?q=a',
    '/.well-known/change-password',
    `/${code}/report`,
    '/media/gifs/a/gif.gif',
  ]
}

const foolery = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '666',
  'x-forwarded-prefix': '/evil.example',
  'x-forwarded-server': 'evil.example',
  'x-host': 'evil.example',
  'x-original-url': '/evil.example',
  'x-rewrite-url': '/evil.example',
  'x-http-method-override': 'DELETE',
  'x-method-override': 'DELETE',
  forwarded: 'for=203.0.113.1;host=evil.example;proto=gopher',
}

test('no header that a cache ignores changes an answer, even through a named proxy', async (t) => {
  for (const settings of [{}, { TRUSTED_PROXIES: '127.0.0.1' }]) {
    const site = await startSite(t, settings)
    for (const path of await addresses(site)) {
      const get = (headers: Record<string, string>) =>
        exchange(
          site.url,
          requestOf([
            `GET ${path} HTTP/1.1`,
            ...Object.entries(headers).map((pair) => pair.join(': ')),
            'Connection: close',
          ]),
        )
      const plain = (text: string) => text.replace(/\r\n(?:date|x-request-id): [^\r]*/gi, '')
      const [usual, fooled] = [await get({ host: new URL(site.url).host }), await get(foolery)]
      assert.doesNotMatch(fooled, /evil\.example|gopher|:666/, path)
      assert.equal(plain(fooled), plain(usual), path)
    }
  }
})

test('HEAD gets the same answer as GET, without the body', async (t) => {
  const site = await startSite(t)
  for (const path of await addresses(site)) {
    const [get, head] = [
      await site.fetch(path, { redirect: 'manual' }),
      await site.fetch(path, { method: 'HEAD', redirect: 'manual' }),
    ]
    assert.equal(head.status, get.status, path)
    assert.equal(await head.text(), '', path)
    const told = ({ headers }: Response) =>
      Object.fromEntries(
        [...headers].filter(
          ([name]) =>
            !['date', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'].includes(name),
        ),
      )
    assert.deepEqual(told(head), told(get), path)
    await get.arrayBuffer()
  }
})

test('an answer that depends on the viewer declares it to caches, and errors are never cached', async (t) => {
  const site = await startSite(t)
  for (const path of await addresses(site)) {
    const { status, headers } = await site.fetch(path, { redirect: 'manual' })
    const [kept, vary] = [headers.get('cache-control') ?? '', (headers.get('vary') ?? '').toLowerCase()]
    if (status >= 400) assert.match(kept, /no-store/, path)
    if (headers.get('content-type')?.startsWith('text/html') === true && !path.startsWith('/api/')) {
      for (const name of ['accept-encoding', 'authorization', 'cookie'])
        assert.ok(vary.includes(name), `${path}: ${vary}`)
    }
    if (path.startsWith('/api/gif/')) assert.ok(vary.includes('authorization'), path)
  }
})
