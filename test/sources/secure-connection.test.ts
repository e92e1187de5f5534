import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTransferLimits } from '../../src/adapters/sources/transfer-limits.ts'
import { answer, mp4Bytes, redirect, startOrigin, video } from '../support/http/origin-server.ts'
import { startRawServer, trickle } from '../support/http/raw-server.ts'
import { secure, startSecureOrigin, trust } from '../support/browser/secure-origin.ts'
import { appError, fakeNetwork, publicIp, startFetching } from '../support/media/source-fetching.ts'

const clip = mp4Bytes(300_000)
const address = 'https://secure.example.com/a.mp4'
const names = { 'secure.example.com': [publicIp], 'other.example.com': [publicIp] }
const untrusted = appError('source_unreachable', { message: /secure connection .* certificate is not valid/ })

test(
  'https connects to the checked address and requires a valid certificate for the name',
  secure,
  async (t) => {
    const { port, certificate } = await startSecureOrigin(t, 'secure.example.com', video(clip))
    const { fetch } = await startFetching(t, {}, fakeNetwork(names, { [`${publicIp}:443`]: port }))
    await assert.rejects(fetch(address), untrusted)
    trust(t, certificate)
    assert.deepEqual((await fetch(address)).bytes, clip)
    await assert.rejects(fetch('https://other.example.com/a.mp4'), untrusted)
  },
)

test('no environment variable makes a bad certificate valid', secure, async (t) => {
  const { port } = await startSecureOrigin(t, 'secure.example.com', video(clip))
  const { fetch } = await startFetching(t, {}, fakeNetwork(names, { [`${publicIp}:443`]: port }))
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  t.after(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  })
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  await assert.rejects(fetch(address), untrusted)
})

test('a server that does not speak TLS is reported, and nothing is fetched without it', async (t) => {
  const origin = await startOrigin(t, { '/a.mp4': video(clip) })
  const { fetch } = await startFetching(t, {}, fakeNetwork(names, { [`${publicIp}:443`]: origin.port }))
  await assert.rejects(fetch(address), appError('source_unreachable', { message: /secure connection/ }))
  assert.equal(origin.requests.length, 0)
})

test('an endless handshake is cut off, though there is never silence', async (t) => {
  // The beginning of a record of 16 KB, so that each byte is awaited with patience.
  const server = await startRawServer(t, (socket) => {
    socket.write(Buffer.from([0x16, 3, 3, 0x40, 0]))
    trickle(socket, '\u0002')
  })
  const transferLimits = { ...defaultTransferLimits, handshakeMs: 300 }
  const network = fakeNetwork(names, { [`${publicIp}:443`]: server.port })
  const { fetch } = await startFetching(t, { transferLimits }, network)
  await assert.rejects(fetch(address), appError('source_unreachable', { retry: true, message: /in time/ }))
})

test('silence and a slow body are cut off over TLS, too', secure, async (t) => {
  const { port, certificate } = await startSecureOrigin(t, 'secure.example.com', (request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).write(clip.subarray(0, 2000))
    if (request.url === '/slow.mp4') {
      const timer = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(timer))
    }
  })
  trust(t, certificate)
  const transferLimits = { ...defaultTransferLimits, idleMs: 250, paceMs: 400 }
  const network = fakeNetwork(names, { [`${publicIp}:443`]: port })
  const { fetch } = await startFetching(t, { transferLimits }, network)
  await assert.rejects(fetch(address), appError('source_unreachable', { retry: true, message: /in time/ }))
  const slow = 'https://secure.example.com/slow.mp4'
  await assert.rejects(fetch(slow), appError('source_unreachable', { retry: false, message: /too slowly/ }))
})

test(
  'redirects lead from http to https and back, each hop checked, and never to a private one',
  secure,
  async (t) => {
    const canary = await startOrigin(t, { '/': answer('secret') })
    const { port, certificate } = await startSecureOrigin(t, 'secure.example.com', (request, response) => {
      const inside = `http://127.0.0.1:${canary.port}/`
      redirect(request.url === '/in' ? inside : '//plain.example.com:80/b.mp4')(request, response)
    })
    const origin = await startOrigin(t, {
      '/a.mp4': redirect('https://secure.example.com/b.mp4'),
      '/b.mp4': redirect('http://plain.example.com/c.mp4'),
      '/c.mp4': video(clip),
      '/in.mp4': redirect('https://secure.example.com/in'),
    })
    trust(t, certificate)
    const network = fakeNetwork(
      { ...names, 'plain.example.com': [publicIp] },
      { [`${publicIp}:443`]: port, [`${publicIp}:80`]: origin.port },
    )
    const { fetch } = await startFetching(t, {}, network)
    await assert.rejects(fetch('http://plain.example.com/in.mp4'), appError('source_refused'))
    assert.equal(canary.requests.length, 0)
    assert.deepEqual(network.dialled, [`${publicIp}:80`, `${publicIp}:443`])
    // Relative to the scheme, the port 80 is one of https, where plain text answers.
    await assert.rejects(
      fetch('http://plain.example.com/a.mp4'),
      appError('source_unreachable', { message: /secure/ }),
    )
    assert.deepEqual((await fetch('http://plain.example.com/b.mp4')).bytes, clip)
  },
)
