import assert from 'node:assert/strict'
import { connect, Socket } from 'node:net'
import { test } from 'node:test'
import { defaultTransferLimits } from '../../src/adapters/sources/transfer-limits.ts'
import type { AppError } from '../../src/lib/app-error.ts'
import { answer, mp4Bytes, redirect, silent, startOrigin, video } from '../support/http/origin-server.ts'
import {
  appError,
  fakeNetwork,
  publicIp,
  startFetching,
  toResolved,
} from '../support/media/source-fetching.ts'

const clip = mp4Bytes(5000)
test('a name is resolved once, and the checked address is dialed', async (t) => {
  const origin = await startOrigin(t, { '/a.mp4': video(clip) })
  const { resolve, dial, dialled } = fakeNetwork({}, { [`${publicIp}:80`]: origin.port })
  const answers = [publicIp, '127.0.0.1', '127.0.0.1']
  let lookUps = 0
  const { fetch } = await startFetching(
    t,
    {},
    {
      dial,
      resolve: (host) => {
        lookUps += 1
        return host === 'rebind.example.com'
          ? Promise.resolve([toResolved(answers.shift() ?? '')])
          : resolve(host)
      },
    },
  )
  assert.deepEqual((await fetch('http://rebind.example.com/a.mp4')).bytes, clip)
  assert.equal(lookUps, 1)
  assert.deepEqual(dialled, [`${publicIp}:80`])
})

test('a name that becomes private before the next hop is refused there', async (t) => {
  const origin = await startOrigin(t, { '/a.mp4': redirect('/b.mp4'), '/b.mp4': video(clip) })
  const { dial, dialled } = fakeNetwork({}, { [`${publicIp}:80`]: origin.port })
  const answers = [publicIp, '127.0.0.1']
  const { fetch } = await startFetching(
    t,
    {},
    {
      dial,
      resolve: () => Promise.resolve([toResolved(answers.shift() ?? '')]),
    },
  )
  await assert.rejects(fetch('http://rebind.example.com/a.mp4'), appError('source_refused'))
  assert.deepEqual(dialled, [`${publicIp}:80`])
})

test('a name with one private address among public ones is never dialed', async (t) => {
  for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1']) {
    const { resolve, dial, dialled } = fakeNetwork({ 'mixed.example.com': [publicIp, inside] }, {})
    const { fetch } = await startFetching(t, {}, { resolve, dial })
    await assert.rejects(fetch('http://mixed.example.com/a.mp4'), appError('source_refused'))
    assert.deepEqual(dialled, [])
  }
})

test('a name is refused even if its private address is allowed as a literal', async (t) => {
  const origin = await startOrigin(t, { '/a.mp4': video(clip) })
  const { resolve } = fakeNetwork({ 'sneaky.example.com': ['127.0.0.1'] }, {})
  const settings = { allowedHosts: [origin.pair], ports: [origin.port] }
  const { fetch } = await startFetching(t, settings, { resolve })
  await assert.rejects(fetch(`http://sneaky.example.com:${origin.port}/a.mp4`), appError('source_refused'))
  assert.equal(origin.requests.length, 0)
})

test('redirects to private hosts, other schemes, other ports and with user names are refused', async (t) => {
  const canary = await startOrigin(t, { '/': answer('secret') })
  const targets = [
    `http://127.0.0.1:${canary.port}/`,
    `http://localhost:${canary.port}/`,
    `//127.1:${canary.port}/`,
    'http://[::1]/',
    `http://2130706433:${canary.port}/`,
    'http://169.254.169.254/latest/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'http://user:pass@example.com/',
    'http://example.com:22/',
    'data:video/mp4,x',
  ]
  for (const target of targets) {
    const origin = await startOrigin(t, { '/a.mp4': redirect('/b.mp4', 307), '/b.mp4': redirect(target) })
    const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
    await assert.rejects(fetch(origin.url('/a.mp4')), appError('source_refused'), target)
  }
  assert.equal(canary.requests.length, 0)
})

test('five redirects are followed and six are not', async (t) => {
  const hops = Object.fromEntries(
    [1, 2, 3, 4, 5].map((hop) => [`/${hop}`, redirect(`/${hop - 1}`, 300 + (hop % 2) + 1)]),
  )
  const origin = await startOrigin(t, {
    ...hops,
    '/6': redirect('/5', 308),
    '/0': video(clip),
    '/loop': redirect('/loop'),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  assert.deepEqual((await fetch(origin.url('/5'))).bytes, clip)
  await assert.rejects(fetch(origin.url('/6')), appError('source_unreachable', { message: /too many/ }))
  await assert.rejects(fetch(origin.url('/loop')), appError('source_unreachable', { message: /too many/ }))
})

test('requests reveal nothing about this service except an honest name', async (t) => {
  const origin = await startOrigin(t, {
    '/a.mp4': (_request, response) =>
      response.writeHead(302, { location: '/b.mp4', 'set-cookie': 'a=1' }).end(),
    '/b.mp4': video(clip),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await fetch(origin.url('/a.mp4#fragment'))
  for (const { headers, path } of origin.requests) {
    assert.deepEqual(Object.keys(headers).toSorted(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    assert.match(headers['user-agent'] ?? '', /^Gifwright\/\d+\.\d+\.\d+$/)
    assert.equal(headers['accept-encoding'], 'identity')
    assert.doesNotMatch(path, /fragment/)
  }
})

test('network errors name the host, and whether a retry makes sense', async (t) => {
  const passing = Object.assign(new Error('dns'), { code: 'EAI_AGAIN' })
  const nameless = await startFetching(t, {}, fakeNetwork({}, {}))
  await assert.rejects(
    nameless.fetch('http://nowhere.example.com/'),
    appError('source_unreachable', { message: /nowhere\.example\.com/ }),
  )
  const deaf = await startFetching(t, {}, { resolve: () => Promise.reject(passing) })
  await assert.rejects(deaf.fetch('http://a.example.com/'), appError('source_unreachable', { retry: true }))
  const closed = await startFetching(t, {}, fakeNetwork({ 'a.example.com': [publicIp] }, {}))
  await assert.rejects(closed.fetch('http://a.example.com/'), appError('source_unreachable', { retry: true }))
})

test('a host that is silent, or is never found, ends at the time limit', async (t) => {
  const origin = await startOrigin(t, { '/a.mp4': silent })
  const mute = await startFetching(t, { allowedHosts: [origin.pair], timeoutSeconds: 0.2 })
  const late = appError('source_unreachable', { retry: false, message: /within 0\.2 seconds/ })
  await assert.rejects(mute.fetch(origin.url('/a.mp4')), late)
  const lost = await startFetching(t, { timeoutSeconds: 0.2 }, { resolve: () => new Promise(() => {}) })
  await assert.rejects(lost.fetch('http://a.example.com/'), late)
})

test('the caller may cancel it, which is no fault of the address', async (t) => {
  const origin = await startOrigin(t, { '/a.mp4': silent })
  const { fetch, abort } = await startFetching(t, { allowedHosts: [origin.pair] })
  const reason = new Error('the lease is lost')
  const fetching = assert.rejects(fetch(origin.url('/a.mp4')), reason)
  abort.abort(reason)
  await fetching
})

test('both families of a name are tried, with the checked addresses', async (t) => {
  const origin = await startOrigin(t, { '/a.mp4': video(clip) })
  const { fetch } = await startFetching(
    t,
    {},
    {
      resolve: () => Promise.resolve(['2606:4700::1111', publicIp].map(toResolved)),
      // Like the real dialer, but with loopback behind both addresses; nothing listens on the first.
      dial: ({ host, addresses }) =>
        connect({
          host,
          port: origin.port,
          autoSelectFamily: true,
          lookup: (_host, _options, done) =>
            done(
              null,
              addresses.map(({ family }) => ({ address: family === 6 ? '::1' : '127.0.0.1', family })),
            ),
        }),
    },
  )
  assert.deepEqual((await fetch('http://dual.example.com/a.mp4')).bytes, clip)
})

test('closed, dead and slow ports are reported with the same message', async (t) => {
  const words = async (network: Parameters<typeof startFetching>[2], limits = {}) => {
    const transferLimits = { ...defaultTransferLimits, ...limits }
    const { fetch } = await startFetching(t, { transferLimits }, network)
    return fetch('http://a.example.com/').catch((error: AppError) => [error.code, error.message, error.retry])
  }
  const resolve = () => Promise.resolve([toResolved(publicIp)])
  const failing = (code: string) => () => {
    const socket = new Socket()
    Object.defineProperty(socket, 'connecting', { value: true })
    setImmediate(() => socket.destroy(Object.assign(new Error(`${code} 10.1.2.3:80`), { code })))
    return socket
  }
  const closed = await words({ resolve, dial: failing('ECONNREFUSED') })
  assert.deepEqual(closed, ['source_unreachable', 'a.example.com could not be reached.', true])
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EACCES', 'ECONNRESET']) {
    assert.deepEqual(await words({ resolve, dial: failing(code) }), closed, code)
  }
  assert.deepEqual(await words({ resolve: () => new Promise(() => {}) }, { connectMs: 50 }), closed)
  assert.deepEqual(
    await words(
      { resolve, dial: () => Object.defineProperty(new Socket(), 'connecting', { value: true }) },
      { connectMs: 50 },
    ),
    closed,
  )
})
