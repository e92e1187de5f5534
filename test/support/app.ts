import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { makeToken } from '#src/accounts/tokens.ts'
import { createApp, type Overrides } from '#src/app/service.ts'
import { openStores } from '#src/app/stores.ts'
import { createLog } from '#src/lib/log/log.ts'
import type { Answer } from './answers.ts'
import { until } from './until.ts'
import { cleanUp } from './clean-up.ts'
import { testConfig } from './instance.ts'
import { sameDayClock } from './same-day-clock.ts'
import { prepareDatabase } from './stores/prepared-database.ts'

const maxTaskMs = 240_000

type Stores = Awaited<ReturnType<typeof openStores>>

export type TestApp = {
  /** Empty for a worker, which has none. */
  url: string
  /** Null if METRICS_PORT is not set. */
  metricsUrl: string | null
  folder: string
  /** A path under the app's address. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  json(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: Answer }>
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Answer }>
  /** Makes an account and returns its API token. */
  token(email: string, options?: { premium?: boolean }): Promise<string>
  /** Uses the data of the app, like the command line. */
  withStores<T>(use: (stores: Stores) => Promise<T>): Promise<T>
  /** Waits until the app knows the changes of other processes in the catalogue. */
  noticeChanges(): Promise<void>
  /** Polls a task to its end. */
  ended(task: string): Promise<Answer>
  stop(): Promise<void>
}

/** The production app on a free port and in a folder of its own, stopped when the test ends. */
export async function startApp(
  t: Pick<TestContext, 'after'>,
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<TestApp> {
  const folder = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'gifwright-test-')))
  if (settings.DATA_DIR === undefined && settings.DATABASE_URL === undefined) await prepareDatabase(folder)
  const config = testConfig({
    PORT: '0',
    RATE_LIMIT: 'off',
    RENDITIONS: 'core',
    MIN_FREE_DISK_MB: '0',
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '5',
    ...settings,
    DATA_DIR: folder,
  })
  const app = await createApp(config, {
    log: createLog(config.log.level, 2),
    clock: sameDayClock(),
    ...overrides,
  })
  const url = await app.start()
  // With SQLite kept open until the app stops, since opening takes longer than most tests.
  let kept: Promise<Stores> | undefined
  const close = async () => {
    const stores = await kept?.catch(() => undefined)
    kept = undefined
    await stores?.close()
  }
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= close().then(() => app.stop()))
  cleanUp(t, async () => {
    await stop()
    await close()
    if (settings.DATA_DIR === undefined) await rm(folder, { recursive: true, force: true })
  })
  const json = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer }
  }
  const withStores = async <T>(use: (stores: Stores) => Promise<T>) => {
    const stores = await (config.database === null ? (kept ??= openStores(config)) : openStores(config))
    try {
      return await use(stores)
    } finally {
      if (config.database !== null) await stores.close()
      await app.noticeChanges()
    }
  }
  return {
    url,
    metricsUrl: app.metricsUrl(),
    folder,
    stop,
    json,
    fetch: (path, init) => fetch(url + path, init),
    post: (path, body, headers = {}) =>
      json(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    withStores,
    noticeChanges: () => app.noticeChanges(),
    token: (email, { premium = false } = {}) =>
      withStores(async ({ accounts }) => {
        const account = await accounts.add({ email, premium, admin: false, passwordHash: null })
        return (await makeToken(accounts, account.id, 'test')).token
      }),
    async ended(task) {
      const status = async () => (await json(`/api/status/${task}`)).body
      const hasEnded = async () => ['done', 'error'].includes((await status()).status)
      await until(`task ${task} ends`, hasEnded, maxTaskMs)
      return status()
    },
  }
}
