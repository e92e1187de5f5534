import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { pino } from 'pino'
import Type from 'typebox'
import type { App, AppDay } from '#src/accounts/apps/app-store.ts'
import { createApps } from '#src/accounts/apps/apps.ts'
import { hashSecret } from '#src/accounts/tokens.ts'
import { clientNamer } from '#src/creation/client.ts'
import { appAuthentication, queryValue } from '#src/http/compat/app-keys.ts'
import { countAppUse } from '#src/http/compat/app-use.ts'
import { identifyUploader } from '#src/http/giphy/upload.ts'
import { shareCounter } from '#src/http/compat/shares.ts'
import { presentContractError } from '#src/http/plugins/errors.ts'
import { buildServer } from '#src/http/server.ts'
import { readAndSend, type Surface } from '#src/http/surface.ts'
import { AppError } from '#src/lib/app-error.ts'
import { loadConfig } from '#src/config/config.ts'
import { fakeOf } from '../../support/fakes.ts'
import type { AppStore } from '#src/accounts/apps/app-store.ts'
import type { Discovery } from '#src/catalogue/discovery/discovery.ts'

const apps: Record<string, App> = {
  plain: { id: 1, name: 'Plain', ratePerMinute: null, mayUpload: false, categoryId: null },
  uploader: { id: 2, name: 'Uploader', ratePerMinute: null, mayUpload: true, categoryId: 7 },
  homeless: { id: 3, name: 'Homeless', ratePerMinute: null, mayUpload: true, categoryId: null },
}
const clientOf = clientNamer({ secret: 'secret', maxWaiting: 1 })

/** The server of the service with one surface, whose routes behave like those of the compatible interfaces. */
async function startServer(t: TestContext, operatorKeys: string[] = []) {
  const written: AppDay[] = []
  const counted: number[] = []
  let reads = 0
  const known = createApps({
    store: fakeOf<AppStore>({
      byKeyHash: async () => {
        reads++
        return new Map(Object.entries(apps).map(([key, app]) => [hashSecret(key), app]))
      },
      addUse: async (days) => void written.push(...structuredClone(days)),
      removeUseBefore: async () => {},
    }),
    operatorKeys,
    clock: { now: () => 0 },
    log: pino({ level: 'silent' }),
  })
  const discovery = fakeOf<Discovery>({ countUse: ({ id }) => void counted.push(id) })
  const countShare = shareCounter({ apps: known, discovery, perMinute: 3 })
  const surface: Surface = {
    prefix: '',
    methods: readAndSend,
    authentication: appAuthentication(known, (request) => queryValue(request, 'key')),
    presentError: presentContractError,
    leniency: 'lenient',
    routes(scope) {
      scope.get('/search', { config: { rate: 'search' } }, async () => ({}))
      scope.get('/fault', { config: { rate: 'search' } }, () => {
        throw new AppError('not_found', 'Nothing.')
      })
      scope.get('/share/:id', async (request) => {
        const { id } = request.params as { id: string }
        countShare(request, { id: Number(id), visibility: 'public', hidden: false })
        return {}
      })
      scope.post(
        '/upload',
        {
          config: { rate: 'creation', keyInBody: true },
          schema: { querystring: Type.Object({ second: Type.Optional(Type.String()) }) },
        },
        async (request, reply) => {
          const { second: inBody } = request.query as { second?: string }
          const { from, categoryId } = await identifyUploader(request, reply, inBody ?? null)
          return { client: clientOf(from).name, categoryId }
        },
      )
    },
  }
  const server = buildServer({
    log: pino({ level: 'silent' }),
    requests: { onEnd: () => {}, logAddresses: false },
    version: '1',
    surfaces: [countAppUse(surface, known)],
    trustedProxies: ['127.0.0.1'],
    rates: loadConfig({ ACCOUNT_CREATIONS_PER_MINUTE: '5' }).rates,
    connections: { max: 100, perAddress: 100 },
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => server.close())
  const ask = async (path: string, { method = 'GET', address = '192.0.2.1' } = {}) => {
    const response = await fetch(url + path, { method, headers: { 'x-forwarded-for': address } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const used = async () => {
    await known.stop()
    return written
  }
  return { ask, counted, used, reads: () => reads }
}

test('shares without a known key count up to a limit per address, and are answered beyond it', async (t) => {
  const { ask, counted, used } = await startServer(t)
  for (let id = 1; id <= 6; id++) assert.equal((await ask(`/share/${id}?key=unknown`)).status, 200)
  assert.deepEqual(counted.splice(0), [1, 2, 3])
  await ask('/share/7', { address: '192.0.2.2' })
  assert.deepEqual(counted.splice(0), [7], 'another address')
  for (let id = 1; id <= 6; id++) await ask(`/share/${id}?key=plain`)
  assert.deepEqual(counted, [1, 2, 3, 4, 5, 6])
  assert.deepEqual(await used(), [{ appId: 1, day: 0, searches: 0, shares: 6, errors: 0 }])
})

test('searches and errors of an app are counted, and its keys are read occasionally', async (t) => {
  const { ask, used, reads } = await startServer(t)
  for (const key of ['plain', 'plain', 'uploader', 'unknown', 'wrong', '']) await ask(`/search?key=${key}`)
  await ask('/fault?key=uploader')
  assert.equal(reads(), 1)
  assert.deepEqual(await used(), [
    { appId: 1, day: 0, searches: 2, shares: 0, errors: 0 },
    { appId: 2, day: 0, searches: 1, shares: 0, errors: 1 },
  ])
})

test('an upload needs the key of an app with the right to upload, in the address or in the body', async (t) => {
  for (const operatorKeys of [[], ['operator']]) {
    const { ask } = await startServer(t, operatorKeys)
    const upload = (query: string, address?: string) =>
      ask(`/upload?${query}`, { method: 'POST', ...(address !== undefined && { address }) })
    assert.equal((await upload('')).status, 401)
    assert.equal((await upload('key=plain')).status, 403)
    assert.equal((await upload('second=plain')).status, 403)
    assert.equal((await upload('key=homeless')).status, 403)
    assert.equal((await upload('second=wrong')).status, operatorKeys.length > 0 ? 401 : 403)
    const { status, body } = await upload('key=uploader')
    assert.deepEqual([status, body.categoryId], [200, 7])
    const elsewhere = await upload('second=uploader', '192.0.2.9')
    assert.deepEqual(elsewhere.body, body, 'counts under the app, not under the address')
    const statuses = []
    for (let call = 0; call < 4; call++)
      statuses.push((await upload('key=uploader', `192.0.2.${call}`)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429])
  }
})

test('keys cost no query for a moment, and are refused temporarily while the apps cannot be read', async (t) => {
  let isBroken = false
  let time = 0
  const known = createApps({
    store: fakeOf<AppStore>({
      byKeyHash: async () => {
        if (isBroken) throw new AppError('unavailable', 'The database cannot be read.')
        return new Map([[hashSecret('right'), apps.plain as App]])
      },
      addUse: async () => {},
      removeUseBefore: async () => {},
    }),
    operatorKeys: ['operator'],
    clock: { now: () => 0 },
    log: pino({ level: 'silent' }),
    now: () => time,
  })
  t.after(() => known.stop())
  assert.deepEqual(await known.viewerOf('right'), { account: null, app: apps.plain })
  assert.equal(known.viewerOf('wrong'), undefined, 'without a query')
  isBroken = true
  time = 3000
  await assert.rejects(async () => known.viewerOf('right'), { code: 'unavailable' })
  isBroken = false
  assert.deepEqual(await known.viewerOf('operator'), { account: null })
})
