import assert from 'node:assert/strict'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { openStores } from '#src/app/stores.ts'
import type { Answer } from '../support/answers.ts'
import { publishGif } from '../support/stores/gifs.ts'
import { startOrigin } from '../support/http/origin-server.ts'
import { writeProgram } from '../support/media/yt-dlp.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'
import { openAccess } from '../support/stores/database-access.ts'

/** The client's address, which can be told apart from those of the server and the source. */
const clientAddress = '127.0.0.9'

type Told = { status: number; headers: IncomingMessage['headers']; text: string }
type Asked = { method?: string; headers?: Record<string, string>; body?: string }

async function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Told> {
  const asked = request(url, { method, headers, localAddress: clientAddress }).end(body)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const text = Buffer.concat(await response.toArray()).toString()
  return { status: response.statusCode ?? 0, headers: response.headers, text }
}

function form(
  url: string,
  values: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Told> {
  return ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(values).toString(),
  })
}

/** A server in its own process whose log goes to a file. */
async function startLogged(t: TestContext, settings: Record<string, string>) {
  const folder = await dataFolder(t)
  const file = join(folder, 'log')
  const log = await open(file, 'w')
  t.after(() => log.close())
  const server = await startServer({ DATA_DIR: join(folder, 'data'), ...settings }, { log: log.fd })
  t.after(() => server.child.kill('SIGKILL'))
  const stores = await openStores(testConfig({ DATA_DIR: join(folder, 'data') }))
  t.after(() => stores.close())
  return {
    url: server.url,
    stores,
    folder: join(folder, 'data'),
    text: () => readFile(file, 'utf8'),
    lines: async () =>
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async end() {
      server.child.kill('SIGTERM')
      assert.equal(await server.exited, 0)
    },
  }
}

test('even at the most verbose level, the log contains no secret, search, title or viewer address', async (t) => {
  const origin = await startOrigin(t, {
    '/planted-path/cut.mp4': (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000' })
      response.write('half')
      response.destroy()
    },
    '/planted-path/gone.mp4': (_request, response) => response.writeHead(403).end('planted-answer'),
    '/planted-path/broken.mp4': (_request, response) =>
      response.writeHead(200, { 'content-type': 'video/mp4' }).end('\0\0\0\x18ftypisom planted-bytes'),
  })
  // Its output on failure is like the real one's: the given address, and the one it was redirected to.
  const ytDlp = join(await dataFolder(t), 'yt-dlp')
  const said =
    'ERROR: [generic] unable to open $address: <urlopen error https://a:planted@cdn.invalid/x?sig=planted>'
  const fail = `for address in "$@"; do :; done; echo "${said}" >&2; exit 1`
  await writeProgram(ytDlp, `#!/bin/sh\ncase "$*" in *--help*) exit 0;; esac\n${fail}\n`)
  const server = await startLogged(t, {
    YT_DLP: ytDlp,
    YT_DLP_SITES: 'video.example.com',
    LOG_LEVEL: 'trace',
    WORKER_CONCURRENCY: '1',
    SOURCE_ALLOWED_HOSTS: origin.pair,
    METRICS_PORT: '0',
  })
  const { url, stores } = server
  const secrets = new Set(['planted'])

  const password = 'planted-Word-51-of-anna'
  const up = await form(`${url}/signup`, { email: 'planted@example.org', password })
  assert.equal(up.status, 303, up.text)
  const cookie = up.headers['set-cookie']![0]!.split(';')[0]!
  secrets.add(cookie.split('=')[1]!)
  assert.equal((await ask(`${url}/settings`, { headers: { cookie } })).status, 200)
  await form(`${url}/login`, { email: 'planted@example.org', password: 'planted-wrong-99' })
  await form(
    `${url}/login`,
    { email: 'planted@example.org', password },
    { origin: 'https://planted.invalid' },
  )

  const account = await stores.accounts.byEmail('planted@example.org')
  const { token } = await makeToken(stores.accounts, account!.id, 'planted-name')
  secrets.add(token).add(token.slice(3))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const wrong = { authorization: 'Bearer gw_planted-but-unknown-token' }
  assert.equal((await ask(`${url}/api/categories`, { headers: wrong })).status, 401)

  const gif = await publishGif(stores, {
    title: 'planted title',
    visibility: 'private',
    ownerId: account!.id,
  })
  const { result } = JSON.parse((await ask(`${url}/api/gif/${gif.code}`, { headers })).text) as Answer
  const address = result[0]!.gif_url
  const signature = new URL(address).searchParams.get('signature')
  assert.ok(signature !== null)
  secrets.add(signature)
  assert.equal((await ask(address)).status, 404) // It has no files; the address is valid.
  await ask(address.replace(signature, 'planted-signature'))
  await ask(`${url}/${gif.code}`, { headers: { cookie } })

  for (const q of ['planted words', '"planted" NEAR']) {
    await ask(`${url}/search?q=${encodeURIComponent(q)}`)
    await ask(`${url}/api/find`, { method: 'POST', headers, body: JSON.stringify({ q }) })
  }
  await ask(`${url}/api/find`, { method: 'POST', headers, body: '{"q":"planted' })
  await ask(`${url}/planted-nowhere?planted=1`)
  await ask(`${url}/api/planted/%zz?planted=1`)
  await ask(`${url}/x?${'planted'.repeat(4000)}`).catch(() => undefined)

  const create = async (source: string) => {
    const values = { category: '1', start: '0', end: '1', title: 'planted', tags: 'planted', url: source }
    const body = JSON.stringify(values)
    return ask(`${url}/api/create-gif/source/url`, { method: 'POST', headers, body })
  }
  const userInfo = `http://planted-user:planted-word@${origin.pair}/planted-path/cut.mp4`
  assert.equal((await create(userInfo)).status, 422)
  const tasks: string[] = []
  const sources = ['cut', 'gone', 'broken', 'none'].map((name) => `${origin.pair}/planted-path/${name}.mp4`)
  for (const source of [...sources, 'video.example.com/planted-path']) {
    const accepted = await create(`http://${source}?key=planted-query#planted`)
    assert.equal(accepted.status, 200, accepted.text)
    tasks.push((JSON.parse(accepted.text) as Answer).id)
  }
  const stateOf = async (task: string) => JSON.parse((await ask(`${url}/api/status/${task}`)).text) as Answer
  await until('the log mentions each task', async () => {
    const text = await server.text()
    return tasks.every((task) => text.includes(task)) && text.includes('unable to open')
  })
  await until('those with a lasting fault have ended', async () =>
    (await Promise.all(tasks.slice(1, 4).map(stateOf))).every(({ status }) => status === 'error'),
  )

  const other = await openAccess(t, server.folder)
  await other.all('alter table gif rename to gif_away')
  const fault = await ask(`${url}/api/gif/planted?q=planted+fault`, { headers })
  await other.all('alter table gif_away rename to gif')
  await other.close()
  assert.equal(fault.status, 500, fault.text)
  await server.end()

  const lines = await server.lines()
  assert.ok(lines.length > 30)
  const text = await server.text()
  for (const secret of secrets) {
    const line = text.split('\n').find((one) => one.toLowerCase().includes(secret.toLowerCase()))
    assert.equal(line, undefined, `the log has ${secret}`)
  }
  assert.equal(text.includes(clientAddress), false)
  for (const line of lines) assert.equal(typeof line.msg, 'string')

  const ofFault = lines.filter(({ reqId }) => reqId === fault.headers['x-request-id'])
  assert.deepEqual(
    ofFault.map(({ level, msg }) => [level, msg]),
    [
      ['error', 'request failed'],
      ['info', 'request'],
    ],
  )
  const { route, method, status, error, durationMs, bytes } = ofFault[1]!
  assert.deepEqual([route, method, status, error], ['/api/gif/:code', 'GET', 500, 'internal'])
  assert.ok(Number(durationMs) > 0 && Number(bytes) > 0)
})

test('requests are logged as debug, internal errors as info, and addresses only if the operator wants them', async (t) => {
  const full = { MIN_FREE_DISK_MB: '1000000', WORKER_CONCURRENCY: '0' }
  const quiet = await startLogged(t, { LOG_LEVEL: 'info', LOG_ADDRESSES: 'on', ...full })
  await ask(`${quiet.url}/api/categories`)
  // Refusals that anonymous clients can cause as often as they like.
  assert.equal((await ask(`${quiet.url}/readyz`)).status, 503)
  const wish = { category: '1', start: '0', end: '1', url: 'https://example.org/' }
  assert.equal((await form(`${quiet.url}/api/create-gif/source/url`, wish)).status, 503)
  const other = await openAccess(t, quiet.folder)
  await other.all('alter table category rename to category_away')
  const page = await ask(`${quiet.url}/something?q=x`)
  await other.close()
  assert.equal(page.status, 500)
  assert.match(page.text, new RegExp(`mention request ${String(page.headers['x-request-id'])}`))
  await quiet.end()
  const requests = (await quiet.lines()).filter(({ msg }) => msg === 'request')
  assert.deepEqual(
    requests.map(({ level, route, address }) => [level, route, address]),
    [['info', '/:code', clientAddress]],
  )
})
