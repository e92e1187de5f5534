import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConfig } from '#src/config/config.ts'
import { createAddressGuard } from '#src/adapters/sources/guard/address-guard.ts'
import { openFilteringProxy } from '#src/adapters/sources/proxy/filtering-proxy.ts'
import { createGuardedConnect } from '#src/adapters/sources/guard/guarded-connect.ts'
import { ownAddresses } from '#src/adapters/sources/guard/own-addresses.ts'
import { mp4Bytes, redirect, startOrigin, video } from '../support/http/origin-server.ts'
import {
  appError,
  fakeNetwork,
  publicIp,
  startFetching,
  toResolved,
} from '../support/media/source-fetching.ts'

const ownIp = '203.0.114.7'
const mediaIp = '203.0.114.8'
const names = {
  'gifs.example.org': [ownIp],
  'media.example.org': [mediaIp, '2001:4860::7'],
  'alias.example.com': [ownIp],
  'alias6.example.com': ['2001:4860::7'],
  'mixed.example.com': [publicIp, mediaIp],
  'other.example.com': [publicIp],
}
const ownHosts = ['gifs.example.org', 'media.example.org']
const isRefused = appError('source_refused', { message: /this service itself.*Download the file.*upload it/ })

test('the hosts of SITE_URL and MEDIA_URL are refused by name, at any port and in any spelling', () => {
  const guard = createAddressGuard({
    allowedHosts: [],
    ports: [80, 443, 8080],
    ownHosts: [...ownHosts, ownIp],
  })
  for (const address of [
    'https://gifs.example.org/abc',
    'http://GIFS.example.org:8080/abc',
    'http://gifs.example.org./abc',
    'https://media.example.org/media/gifs/a/gif.gif',
    'http://%67ifs.example.org/',
    `http://${ownIp}:8080/`,
  ]) {
    assert.throws(() => guard.check(address), isRefused, address)
  }
  assert.equal(guard.check('https://www.gifs.example.org/').hostname, 'www.gifs.example.org')
  const allowed = createAddressGuard({
    allowedHosts: ['127.0.0.1:3000'],
    ports: [80],
    ownHosts: ['127.0.0.1'],
  })
  assert.equal(
    allowed.check('http://127.0.0.1:3000/a.mp4').port,
    '3000',
    'the operator’s setting takes precedence',
  )
})

test('the own hosts come from SITE_URL and MEDIA_URL, if set', () => {
  const hostsOf = (settings: Record<string, string>) => loadConfig(settings).sources
  assert.deepEqual(hostsOf({}).ownHosts, [])
  const both = hostsOf({
    SITE_URL: 'https://gifs.example.org:8443/sub',
    MEDIA_URL: 'http://[2001:4860::7]/m',
  })
  assert.deepEqual(both.ownHosts, ['gifs.example.org', '2001:4860::7'])
  assert.equal(both.refuseOwnAddresses, true)
  assert.equal(hostsOf({ SOURCE_OWN_ADDRESSES: 'allow' }).refuseOwnAddresses, false)
})

describe('a name that resolves to an address of this service', () => {
  test('is not dialed at any of its addresses', async (t) => {
    const network = fakeNetwork(names, {})
    const { fetch } = await startFetching(t, { ownHosts }, network)
    for (const host of ['alias.example.com', 'alias6.example.com', 'mixed.example.com'])
      await assert.rejects(fetch(`http://${host}/a.mp4`), isRefused, host)
    await assert.rejects(fetch(`http://${ownIp}/a.mp4`), isRefused)
    assert.deepEqual(network.dialled, [])
  })

  test('is refused as the target of a redirect, by name and by address', async (t) => {
    const origin = await startOrigin(t, {
      '/name': redirect('https://gifs.example.org/abc'),
      '/address': redirect('http://alias.example.com/'),
    })
    const network = fakeNetwork(names, { [`${publicIp}:80`]: origin.port })
    const { fetch } = await startFetching(t, { ownHosts }, network)
    for (const path of ['name', 'address'])
      await assert.rejects(fetch(`http://other.example.com/${path}`), isRefused, path)
    assert.deepEqual(new Set(network.dialled), new Set([`${publicIp}:80`]))
  })

  test('is refused to yt-dlp by its proxy', async (t) => {
    const network = fakeNetwork(names, {})
    const guard = createAddressGuard({ allowedHosts: [], ports: [80, 443], ownHosts })
    const connect = createGuardedConnect(guard, { ...network, ownHosts })
    for (const host of ['gifs.example.org', 'alias.example.com']) {
      const { signal } = new AbortController()
      const proxy = await openFilteringProxy(guard, connect, { maxBytes: 1000, signal })
      t.after(() => proxy.close())
      const { origin, username, password } = new URL(proxy.url)
      const credential = Buffer.from(`${username}:${password}`).toString('base64')
      const { request } = await import('node:http')
      const status = await new Promise((resolve, reject) => {
        request(origin, {
          path: `http://${host}/`,
          headers: { 'proxy-authorization': `Basic ${credential}` },
        })
          .on('response', (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end()
      })
      assert.equal(status, 403, host)
      assert.equal(proxy.connections(), 0)
      assert.ok(isRefused(proxy.refusal()))
    }
  })

  test('may be fetched if the operator declares that others share it', async (t) => {
    const origin = await startOrigin(t, { '/a.mp4': video(mp4Bytes(5000)) })
    const network = fakeNetwork(names, { [`${ownIp}:80`]: origin.port })
    const { fetch } = await startFetching(t, { ownHosts, refuseOwnAddresses: false }, network)
    assert.equal((await fetch('http://alias.example.com/a.mp4')).bytes.length, 5000)
    await assert.rejects(fetch('http://gifs.example.org/a.mp4'), isRefused)
    assert.deepEqual(network.resolved, ['alias.example.com'])
  })
})

describe('the addresses of this service', () => {
  test('are looked up once a minute, for any number of fetches, and nobody waits for another’s lookup', async () => {
    const { resolve, resolved } = fakeNetwork(names, {})
    let nowMs = 0
    const own = ownAddresses(ownHosts, resolve, () => nowMs)
    const all = [ownIp, mediaIp, '2001:4860::7']
    assert.deepEqual(await Promise.all([own(), own()]), [all, all])
    nowMs = 59_000
    assert.deepEqual(await own(), all)
    assert.equal(resolved.length, 2)
    nowMs = 61_000
    await own()
    assert.equal(resolved.length, 4)
  })

  test('stay unchanged while the name cannot be looked up; without any, only the name is refused', async (t) => {
    let works = true
    let nowMs = 0
    const resolve = async () => {
      if (!works) throw Object.assign(new Error('no answer'), { code: 'EAI_AGAIN' })
      return [toResolved(ownIp)]
    }
    const own = ownAddresses(['gifs.example.org'], resolve, () => nowMs)
    assert.deepEqual(await own(), [ownIp])
    works = false
    nowMs = 3_600_000
    assert.deepEqual(await own(), [ownIp])

    const origin = await startOrigin(t, { '/a.mp4': video(mp4Bytes(5000)) })
    const network = fakeNetwork({ 'other.example.com': [publicIp] }, { [`${publicIp}:80`]: origin.port })
    const { fetch } = await startFetching(t, { ownHosts }, network)
    assert.equal((await fetch('http://other.example.com/a.mp4')).bytes.length, 5000)
  })

  test('may be given in the setting itself', async () => {
    const own = ownAddresses([ownIp], fakeNetwork({}, {}).resolve)
    assert.deepEqual(await own(), [ownIp])
  })
})
