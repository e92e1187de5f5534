import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log/log.ts'
import { type Viewer, visitor } from '../account.ts'
import { hashSecret } from '../tokens.ts'
import type { App, AppStore, AppUse } from './app-store.ts'
import { AppUseCounter } from './app-use-counter.ts'
import { AppError } from '../../lib/app-error.ts'

/** The keys of the compatible interfaces. */
export type Apps = ReturnType<typeof createApps>

/** An app that is removed or changed is known as it was for as long at most. */
const rememberedMs = 2000

const writeEveryMs = 3000

/**
 * Remembers all apps for a moment, so that a key, right or wrong, costs no query. `start` begins to write the counts of
 * use from time to time; `stop` writes the last ones.
 */
export function createApps(deps: {
  store: AppStore
  /** Keys that the operator set, which close the interfaces to all others but those of apps. */
  operatorKeys: readonly string[]
  clock: Clock
  log: Log
  /** A monotonic clock in milliseconds. */
  now?: () => number
}) {
  const { store, now = () => performance.now() } = deps
  const operatorHashes = new Set(deps.operatorKeys.map(hashSecret))
  const isOpen = operatorHashes.size === 0
  const counter = new AppUseCounter(deps)
  let known: ReadonlyMap<string, App> = new Map()
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function read(): Promise<void> {
    reading ??= readApps().finally(() => {
      reading = undefined
    })
    return reading
  }

  async function readApps(): Promise<void> {
    const startedAt = now()
    known = await store.byKeyHash()
    readAt = startedAt
  }

  function find(key: string): Viewer | undefined {
    // Hashing a key is most of the cost, and many instances have no apps.
    if (isOpen && known.size === 0) return visitor
    const hash = hashSecret(key)
    const app = known.get(hash)
    if (app !== undefined) return { account: null, app }
    return isOpen || operatorHashes.has(hash) ? visitor : undefined
  }

  return {
    /** True if any key is accepted, and none: the operator set no keys. */
    isOpen,
    /** The viewer of a key; undefined if it is not accepted. A promise only if the apps have to be read. */
    viewerOf: (key: string): Viewer | undefined | Promise<Viewer | undefined> =>
      now() - readAt < rememberedMs ? find(key) : read().then(() => find(key)),
    /** Counts a use of an app; returns at once and never throws. */
    countUse: (app: App, kind: keyof AppUse): void => counter.count(app, kind),
    start: (): void => {
      timer = setInterval(() => void counter.write(), writeEveryMs).unref()
    },
    stop: (): Promise<void> => {
      clearInterval(timer)
      return counter.write()
    },
  }
}

/** The category of what an app uploads. Throws AppError forbidden without the key of an app that may upload. */
export function uploadCategory({ app }: Viewer): number {
  if (app?.mayUpload !== true) throw new AppError('forbidden', { detail: 'uploadNeedsKey' })
  if (app.categoryId === null) throw new AppError('forbidden', { detail: 'appWithoutCategory' })
  return app.categoryId
}
