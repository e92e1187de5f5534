import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pino from 'pino'
import { movedError } from '#src/adapters/db/shared/moved.ts'
import { healthChecks, toleratedFaults } from '#src/app/health-checks.ts'
import { Readiness } from '#src/http/health/readiness.ts'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { fakeTools, restoreTool } from '../support/rendering/fake-tools.ts'
import { until } from '../support/until.ts'
import { lockWrites } from '../support/stores/database-access.ts'
import { onCluster, onOneMachine } from '../support/instance.ts'
import { fakeOf } from '../support/fakes.ts'
import type { MediaStore } from '#src/media/media-store.ts'
import type { Log } from '#src/lib/log/log.ts'

type Health = { status: string; failing?: string[] }

const silent = pino({ level: 'silent' })

async function readyz(
  app: Pick<TestApp, 'url'>,
  path = '/readyz',
): Promise<{ response: Response; body: Health }> {
  const response = await fetch(app.url + path)
  return { response, body: (await response.json()) as Health }
}

/**
 * Waits for /readyz to name exactly these faults, and to be healthy again once `mend` has run. Faults of shared
 * services affect all machines: the server is then degraded.
 */
async function breaksAndMends(
  app: TestApp,
  failing: string[],
  mend: () => unknown,
  isShared = false,
): Promise<void> {
  const status = isShared ? 'degraded' : 'not ready'
  for (const path of ['/readyz', '/readyz/whole']) {
    await until(`${status}: ${failing.join()}`, async () => {
      const { response, body } = await readyz(app, path)
      if (body.failing?.join() !== failing.join()) return false
      assert.deepEqual([response.status, body.status], [isShared && path === '/readyz' ? 200 : 503, status])
      if (response.status === 503) assert.ok(Number(response.headers.get('retry-after')) > 0)
      return true
    })
  }
  assert.equal((await fetch(`${app.url}/healthz`)).status, 200)
  await mend()
  await until('whole again', async () => (await readyz(app, '/readyz/whole')).response.status === 200)
}

test('/healthz and /readyz answer 200 to GET and HEAD for any host name, without cookies or caching', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const ready = '{"status":"ok","reserved_bytes":0}'
  const bodies = { '/healthz': '{"status":"ok"}', '/readyz': ready, '/readyz/whole': ready }
  for (const [path, expected] of Object.entries(bodies)) {
    for (const method of ['GET', 'HEAD']) {
      const asked = request(app.url + path, { method, headers: { host: 'balancer.invalid' } }).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      const body = Buffer.concat(await response.toArray()).toString()
      assert.equal(response.statusCode, 200)
      assert.equal(body, method === 'GET' ? expected : '')
      assert.equal(response.headers['cache-control'], 'no-store')
      assert.equal(response.headers['set-cookie'], undefined)
      assert.equal(response.headers['x-content-type-options'], 'nosniff')
    }
  }
})

test('rate limits and unknown tokens do not affect the checks of a balancer', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', RATE_LIMIT: 'on', READS_PER_MINUTE: '1' })
  const headers = { authorization: 'Bearer gw_nobody' }
  for (let call = 0; call < 5; call++) {
    for (const path of ['/healthz', '/readyz', '/readyz/whole'])
      assert.equal((await app.fetch(path, { headers })).status, 200)
  }
})

test('a locked database makes /readyz fail, and its release makes it ready again', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { release } = await lockWrites(t, app.folder)
  await breaksAndMends(app, ['database'], release, onCluster)
})

test(
  'an unwritable media folder makes /readyz fail until it is writable',
  onOneMachine('media files in a folder'),
  async (t) => {
    const app = await startApp(t, { WORKER_CONCURRENCY: '0', LOG_LEVEL: 'silent' })
    // The store creates its folder on first use.
    assert.equal((await readyz(app)).response.status, 200)
    const media = join(app.folder, 'media')
    await rename(media, `${media}-away`)
    await writeFile(media, 'a file where the folder was')
    await breaksAndMends(app, ['store'], async () => {
      await rm(media)
      await rename(`${media}-away`, media)
    })
  },
)

test('without ffmpeg a server that makes GIFs is not ready, but one that only answers requests is', async (t) => {
  const tools = await toolsFolder(t)
  const usual = process.env.PATH
  process.env.PATH = tools
  const app = await startApp(t, { WORKER_CONCURRENCY: '1' }).finally(() => (process.env.PATH = usual))
  await until('ready', async () => (await readyz(app)).response.status === 200)
  await rename(join(tools, 'ffmpeg'), join(tools, 'ffmpeg-away'))
  await breaksAndMends(app, ['ffmpeg'], () => rename(join(tools, 'ffmpeg-away'), join(tools, 'ffmpeg')))

  process.env.PATH = join(tools, 'none')
  const other = await startApp(t, { WORKER_CONCURRENCY: '0' }).finally(() => (process.env.PATH = usual))
  assert.equal((await readyz(other)).response.status, 200)
})

test('a decoder that cannot be started makes /readyz fail with its name until it can', async (t) => {
  const usual = process.env.PATH
  const searchPath = await fakeTools(t, { ffmpeg: 'exit 127' })
  process.env.PATH = searchPath
  const settings = { WORKER_CONCURRENCY: '1', LOG_LEVEL: 'silent' }
  const app = await startApp(t, settings).finally(() => (process.env.PATH = usual))
  await breaksAndMends(app, ['decoder'], () => restoreTool(searchPath, 'ffmpeg'))
})

async function toolsFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-tools-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const path = await findProgram(tool, process.env.PATH ?? '')
    assert.ok(path !== undefined)
    await symlink(path, join(folder, tool))
  }
  return folder
}

test('a disk with less space than the floor is not ready', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0', MIN_FREE_DISK_MB: '1000000' })
  assert.deepEqual((await readyz(app)).body, { status: 'not ready', failing: ['disk'] })
  let freeBytes = 99
  const { disk } = healthChecks({
    checkCatalogue: null,
    checkSearch: () => {},
    tryDatabase: async () => {},
    mediaStore: fakeOf<MediaStore>({ put: async () => {}, removeAll: async () => {} }),
    temporary: tmpdir(),
    freeBytes: async () => freeBytes,
    minFreeBytes: 100,
    maker: null,
  })
  await assert.rejects(Promise.try(disk!))
  freeBytes = 100
  await disk!()
})

test('a server that shuts down tells its remaining connections', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '0' })
  const { port, hostname } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  let said = ''
  socket.on('data', (chunk) => (said += chunk))
  // An answered request first, so that the server has certainly seen the beginning of the next one.
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz HTTP/1.1\r\nHost: x\r\n')
  await until('the first answer', () => said.includes('"ok"'))
  const closed = once(socket, 'close')
  const stopped = app.stop()
  socket.write('\r\n')
  await Promise.all([closed, stopped])
  assert.match(said, /HTTP\/1\.1 503 /)
  assert.match(said, /\{"status":"not ready","failing":\["stopping"\]\}/)
  await assert.rejects(fetch(`${app.url}/readyz`))
})

test('a fault of a shared service degrades a server; its own faults and an old catalogue take it out of service', async () => {
  const fault = new Error('a fault')
  const moved = movedError('This instance was moved to PostgreSQL; set DATABASE_URL and restart it.', fault)
  const cases: [{ database: boolean; store: boolean }, Record<string, Error>, boolean][] = [
    [{ database: true, store: true }, { database: fault, store: fault }, true],
    [{ database: false, store: true }, { store: fault }, true],
    [{ database: false, store: true }, { database: fault }, false],
    [{ database: false, store: false }, { store: fault }, false],
    [{ database: false, store: false }, { database: moved }, true],
    [{ database: true, store: true }, { database: fault, catalogue: fault }, false],
    [{ database: true, store: true }, { database: fault, search: fault }, false],
    [{ database: true, store: true }, { disk: fault }, false],
    [{ database: true, store: true }, { decoder: fault }, false],
  ]
  for (const [shared, faults, expected] of cases) {
    const checks = Object.fromEntries(
      Object.entries(faults).map(([name, error]) => [name, () => Promise.reject(error)]),
    )
    const readiness = new Readiness(checks, silent, undefined, toleratedFaults(shared))
    const { isReady, failing } = await readiness.health()
    assert.deepEqual([isReady, failing], [expected, Object.keys(faults)])
  }
})

test('repeated requests cause no work: a check is valid for a second, and all waiting requests share it', async () => {
  let looks = 0
  const readiness = new Readiness({ counted: async () => void (looks += 1) }, silent)
  await Promise.all(Array.from({ length: 500 }, () => readiness.failing()))
  for (let call = 0; call < 500; call++) await readiness.failing()
  assert.equal(looks, 1)
})

test('a check that hangs fails after two seconds, is not started twice, and passes once it recovers', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let runs = 0
  let now = 0
  const hanging = Promise.withResolvers<void>()
  const readiness = new Readiness(
    {
      good: async () => {},
      hangs: () => {
        runs += 1
        return hanging.promise
      },
    },
    silent,
    () => now,
  )
  const first = readiness.failing()
  await new Promise(setImmediate)
  t.mock.timers.tick(2000)
  assert.deepEqual(await first, ['hangs'])
  now += 1000
  assert.deepEqual(await readiness.failing(), ['hangs'])
  assert.equal(runs, 1)
  hanging.resolve()
  await new Promise(setImmediate)
  now += 1000
  assert.deepEqual(await readiness.failing(), [])
})

test('the log reports once why it is not ready, and once when it is ready again', async () => {
  const lines: [string, unknown][] = []
  let fault: Error | null = new Error('no room at /some/path')
  const readiness = new Readiness(
    {
      store: async () => {
        if (fault !== null) throw fault
      },
    },
    fakeOf<Log>({
      warn: (about: unknown) => void lines.push(['warn', about]),
      info: (about: unknown) => void lines.push(['info', about]),
    }),
  )
  await readiness.failing()
  assert.deepEqual(lines, [['warn', { check: 'store', err: fault }]])
  fault = null
  await until('ready', async () => (await readiness.failing()).length === 0)
  assert.deepEqual(lines.at(-1), ['info', { check: 'store' }])
  assert.equal(lines.length, 2)
})
