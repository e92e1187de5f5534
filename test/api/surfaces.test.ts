import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { pino } from 'pino'
import Type from 'typebox'
import { visitor } from '#src/accounts/account.ts'
import { answerUnknownAddresses, presentContractError } from '#src/http/plugins/errors.ts'
import { buildServer } from '#src/http/server.ts'
import { readAndSend, type Surface } from '#src/http/surface.ts'
import { AppError } from '#src/lib/app-error.ts'
import { exchange } from '../support/media/raw.ts'

const account = { id: 7, email: '', premium: false, admin: false, blocked: false, createdAt: 0 }

/** Like the interfaces of other services: the key in the query, errors in their own form, and numbers clamped. */
const lenient: Surface = {
  prefix: '/v2',
  methods: ['GET', 'OPTIONS'],
  authentication: {
    challenge: null,
    credentialOf: ({ query }) => (query as { key?: string }).key ?? null,
    viewerOf: async (key) => (key === 'right' ? { account } : undefined),
  },
  presentError: ({ code, message }, { status }) => {
    const shown = code === 'unauthorized' ? 403 : status
    return {
      status: shown,
      headers: { 'access-control-allow-origin': '*' },
      body: { error: { code: shown, message } },
    }
  },
  leniency: 'lenient',
  routes(scope) {
    const values = Type.Object({
      q: Type.String(),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
      filter: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['high', 'low'] })),
    })
    scope.get('/search', { schema: { querystring: values } }, (request, reply) =>
      reply.send({ account: request.viewer.account?.id ?? null, values: request.query }),
    )
    scope.get('/fault', () => {
      throw new AppError('queue_full', 'Too many.')
    })
  },
}

const strict: Surface = {
  prefix: '',
  methods: readAndSend,
  authentication: null,
  presentError: presentContractError,
  leniency: 'strict',
  routes(scope) {
    answerUnknownAddresses(scope)
    scope.get(
      '/search',
      { schema: { querystring: Type.Object({ limit: Type.Integer({ maximum: 50 }) }) } },
      () => {
        return {}
      },
    )
  },
}

/** The server of the service with only these two surfaces. */
async function startServer(t: TestContext) {
  const server = buildServer({
    log: pino({ level: 'silent' }),
    requests: { onEnd: () => {}, logAddresses: false },
    version: '1',
    surfaces: [strict, lenient],
    trustedProxies: [],
    rates: null,
    connections: { max: 100, perAddress: 100 },
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => server.close())
  const json = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { url, json }
}

describe('a surface of its own prefix', () => {
  test('authenticates by its own credential', async (t) => {
    const { json } = await startServer(t)
    const values = { q: 'cat', limit: 20 }
    assert.deepEqual((await json('/v2/search?q=cat&key=right')).body, { account: 7, values })
    assert.deepEqual((await json('/v2/search?q=cat')).body, { account: visitor.account, values })
    const wrong = await json('/v2/search?q=cat&key=wrong', { headers: { authorization: 'Bearer right' } })
    assert.equal(wrong.status, 403)
    assert.deepEqual(wrong.body, { error: { code: 403, message: 'The token is not valid, or was revoked.' } })
    assert.equal(wrong.headers.get('www-authenticate'), null)
  })

  test('clamps numbers and ignores unreadable ones', async (t) => {
    const { json } = await startServer(t)
    const read = async (query: string) => {
      const { body } = await json(`/v2/search?q=cat&${query}`)
      return (body as { values: unknown }).values
    }
    assert.deepEqual(await read('limit=999'), { q: 'cat', limit: 50 })
    assert.deepEqual(await read('limit=-1&filter=low'), { q: 'cat', limit: 1, filter: 'low' })
    assert.deepEqual(await read('filter=undefined&junk=1'), { q: 'cat', limit: 20 })
    assert.equal((await json('/search?limit=999')).status, 422)
  })

  test('has errors in its own form, wherever they are found', async (t) => {
    const { json, url } = await startServer(t)
    const cases: [string, number, RequestInit?][] = [
      ['/v2/search?key=right', 422],
      ['/v2/nothing', 404],
      ['/v2', 404],
      ['/v2/fault', 503],
      ['/v2/search', 405, { method: 'POST' }],
      ['/v2/%zz', 400],
      [`/v2/search?q=${'x'.repeat(13_000)}`, 414],
    ]
    for (const [path, status, init] of cases) {
      const answer = await json(path, init)
      const { error } = answer.body as { error: { code: number } }
      assert.deepEqual([path, answer.status, error.code], [path, status, status])
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    }
    const unclearEnd =
      'POST /v2/search HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'
    assert.match(await exchange(url, unclearEnd), /"error":\{"code":400/)
  })

  test('leaves all other addresses to the surface without a prefix', async (t) => {
    const { json } = await startServer(t)
    for (const path of ['/nothing', '/v20/search', '/v1/%zz']) {
      const { body } = await json(path)
      assert.equal((body as { status: string }).status, 'error', path)
    }
  })
})
