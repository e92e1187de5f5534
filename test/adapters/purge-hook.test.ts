import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { createPurgeHook } from '#src/adapters/cdn/purge-hook.ts'
import { cleanUp } from '../support/clean-up.ts'

const limits = { timeoutMs: 500, pausesMs: [1, 1] }

/** A hook that gives these answers in turn; 0: none. */
async function startHook(t: TestContext, statuses: number[]) {
  const asked: { method: string | undefined; headers: IncomingMessage['headers']; body: unknown }[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    asked.push({ method: request.method, headers: request.headers, body: JSON.parse(body) })
    const status = statuses[asked.length - 1] ?? 204
    if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end()
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge?zone=1` }
}

const urls = ['https://cdn.example/gifs/pub-a/gif.gif', 'https://cdn.example/gifs/pub-a/video.mp4']

test('the purge hook receives the addresses by POST as JSON, with the secret as a bearer token', async (t) => {
  const { asked, url } = await startHook(t, [200, 202])
  await createPurgeHook({ url, secret: 'open sesame' }, limits)(urls)
  await createPurgeHook({ url, secret: null }, limits)(urls)
  assert.equal(asked.length, 2)
  for (const { method, headers, body } of asked) {
    assert.deepEqual([method, headers['content-type'], body], ['POST', 'application/json', { urls }])
  }
  assert.deepEqual(
    asked.map(({ headers }) => headers.authorization),
    ['Bearer open sesame', undefined],
  )
})

test('a purge hook that is slow or briefly unavailable is retried a few times at most', async (t) => {
  const passing = await startHook(t, [503, 0])
  await createPurgeHook({ url: passing.url, secret: null }, limits)(urls)
  assert.equal(passing.asked.length, 3)
  const failing = await startHook(t, [500, 429, 502])
  await assert.rejects(
    createPurgeHook({ url: failing.url, secret: null }, limits)(urls),
    /PURGE_URL answered 502/,
  )
  assert.equal(failing.asked.length, 3)
})

test('a purge hook that refuses or redirects is called once', async (t) => {
  for (const status of [403, 302]) {
    const { asked, url } = await startHook(t, [status])
    await assert.rejects(
      createPurgeHook({ url, secret: null }, limits)(urls),
      new RegExp(`answered ${status}`),
    )
    assert.equal(asked.length, 1)
  }
})
