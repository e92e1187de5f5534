import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, mp4Bytes, page, redirect, startOrigin, video } from '../support/http/origin-server.ts'
import { appError, fakeNetwork, publicIp, startFetching } from '../support/media/source-fetching.ts'

const clip = mp4Bytes(5000)

test('a redirect without a target, or to an invalid address, is an unusable answer', async (t) => {
  const targets = [
    'http://',
    'http://[::1',
    'http://a..b/',
    'https:// x/',
    'http://256.1.1.1/',
    `/${'a'.repeat(5000)}`,
  ]
  const routes = targets.map((target, index) => [`/${index}`, redirect(target)])
  const origin = await startOrigin(t, { ...Object.fromEntries(routes), '/none': answer('', {}, 302) })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  for (const index of targets.keys()) {
    await assert.rejects(
      fetch(origin.url(`/${index}`)),
      appError('source_unreachable', { message: /not an address/ }),
      targets[index],
    )
  }
  await assert.rejects(fetch(origin.url('/none')), appError('source_unreachable', { message: /HTTP 302/ }))
  assert.equal(origin.requests.length, targets.length + 1)
})

test('a redirect whose target exceeds the limit of all headers is refused', async (t) => {
  const origin = await startOrigin(t, { '/': redirect(`/${'a'.repeat(20_000)}`) })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await assert.rejects(fetch(origin.url('/')), appError('source_unreachable', { message: /HTTP/ }))
})

test('relative targets are resolved: paths, queries and other hosts without a scheme', async (t) => {
  const origin = await startOrigin(t, {
    '/dir/a.mp4': redirect('../b.mp4'),
    '/b.mp4': redirect('?c=1'),
    '/c.mp4': video(clip),
  })
  const network = fakeNetwork(
    { 'x.example.com': [publicIp], 'y.example.com': [publicIp] },
    { [`${publicIp}:80`]: origin.port },
  )
  const { fetch } = await startFetching(t, {}, network)
  await assert.rejects(
    fetch('http://x.example.com/dir/a.mp4'),
    appError('source_unreachable', { message: /too many/ }),
  )
  assert.deepEqual(
    origin.requests.slice(0, 3).map(({ path }) => path),
    ['/dir/a.mp4', '/b.mp4', '/b.mp4?c=1'],
  )
  assert.ok(network.resolved.every((host) => host === 'x.example.com'))
})

test('a name that is private at a later hop, by its only address or one of several, is not dialed', async (t) => {
  const inside = [
    '127.0.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
  ]
  for (const ip of inside) {
    const origin = await startOrigin(t, { '/a.mp4': redirect('http://inside.example.com/') })
    const network = fakeNetwork(
      { 'x.example.com': [publicIp], 'inside.example.com': [publicIp, ip] },
      { [`${publicIp}:80`]: origin.port },
    )
    const { fetch } = await startFetching(t, {}, network)
    await assert.rejects(fetch('http://x.example.com/a.mp4'), appError('source_refused'), ip)
    assert.deepEqual(network.dialled, [`${publicIp}:80`])
    assert.deepEqual(network.resolved, ['x.example.com', 'inside.example.com'])
  }
})

test('addresses named by a page get the full check: schemes, ports, users, names and their addresses', async (t) => {
  const canary = await startOrigin(t, { '/': video(clip) })
  const named = [
    ...[
      `http://127.1:${canary.port}/`,
      `http://localhost:${canary.port}/`,
      'http://[::ffff:127.0.0.1]/',
      '//2130706433/',
    ],
    ...[
      'http://user:pass@x.example.com/',
      'http://x.example.com:22/',
      'http://inside.example.com/',
      'http://x.internal/',
    ],
  ]
  for (const address of named) {
    for (const html of [
      `<meta property="og:video" content="${address}">`,
      `<video src="${address}">`,
      `<base href="${address}"><video src="">x</video><meta name="twitter:player:stream" content="a.mp4">`,
      `<script type="application/ld+json">{"@type":"VideoObject","contentUrl":"${address}"}</script>`,
    ]) {
      const origin = await startOrigin(t, { '/': page(html) })
      const network = fakeNetwork(
        { 'x.example.com': [publicIp], 'inside.example.com': ['127.0.0.1'] },
        { [`${publicIp}:80`]: origin.port },
      )
      const { fetch } = await startFetching(t, {}, network)
      await assert.rejects(fetch('http://x.example.com/'), appError('source_refused'), html)
      assert.deepEqual(network.dialled, [`${publicIp}:80`])
    }
  }
  assert.equal(canary.requests.length, 0)
})

test('an invalid address in a page is not blamed on the person who named the page', async (t) => {
  const origin = await startOrigin(t, { '/': page('<video src="http://a..b.com/a.mp4">') })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await assert.rejects(fetch(origin.url('/')), appError('source_unreachable', { message: /not an address/ }))
})

test('cookies and addresses of one hop are not sent to the next', async (t) => {
  const origin = await startOrigin(t, {
    '/': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=1', 'www-authenticate': 'Basic' })
        .end('<video src="/hop?secret=1">'),
    '/hop': (_request, response) =>
      response
        .writeHead(302, { 'set-cookie': 'b=1', location: '/a.mp4', 'referrer-policy': 'unsafe-url' })
        .end(),
    '/a.mp4': video(clip),
  })
  const { fetch } = await startFetching(t, { allowedHosts: [origin.pair] })
  await fetch(origin.url('/'))
  assert.equal(origin.requests.length, 3)
  for (const { headers } of origin.requests) {
    for (const name of ['cookie', 'referer', 'origin', 'authorization'])
      assert.equal(headers[name], undefined)
  }
})
