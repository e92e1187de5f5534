import { createApps } from '../accounts/apps/apps.ts'
import { isListed } from '../catalogue/gif.ts'
import type { Config } from '../config/config.ts'
import { countAppUse } from '../http/compat/app-use.ts'
import type { CompatDeps } from '../http/compat/compat-deps.ts'
import { shareCounter } from '../http/compat/shares.ts'
import { giphySurface, giphyV2Surface } from '../http/giphy/giphy.ts'
import { gifWriter } from '../http/giphy/gif-writer.ts'
import { RecordCache } from '../http/records/record-cache.ts'
import { RecordStore } from '../http/records/record-store.ts'
import type { RecordWriter } from '../http/records/record-pieces.ts'
import { tenorRecordWriter } from '../http/tenor/present.ts'
import { tenorSurface } from '../http/tenor/tenor.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log/log.ts'
import type { Stores } from './stores.ts'

type Given = Omit<CompatDeps, 'apps' | 'countShare' | 'records' | 'creationLimits'> & {
  stores: Stores
  clock: Clock
  log: Log
}

/**
 * The interfaces of other services, each at its original addresses and under /compat. `start` begins to store the use
 * of apps; `stop` stores the rest.
 */
export function createCompat(config: Config, { stores, clock, log, ...given }: Given) {
  const { discovery, catalogue, changes, mediaUrls, siteUrl } = given
  const { apiKeys, anonymousSharesPerMinute } = config.compat
  const apps = createApps({ store: stores.apps, operatorKeys: apiKeys, clock, log })
  const perMinute = config.rates === null ? null : anonymousSharesPerMinute
  const deps = {
    ...given,
    creationLimits: config.limits,
    apps,
    countShare: shareCounter({ apps, discovery, perMinute }),
  }
  const shared = {
    source: stores.records,
    changes,
    memory: new RecordStore(config.data.compatRecordCacheBytes),
  }
  const recordsOf = (write: RecordWriter, number: number) =>
    new RecordCache({ ...shared, number, write, isShown: isListed })
  const giphy: CompatDeps = {
    ...deps,
    records: recordsOf(gifWriter({ mediaUrls, siteUrl, defaultRating: catalogue.defaultRating }), 0),
  }
  const tenor: CompatDeps = { ...deps, records: recordsOf(tenorRecordWriter({ siteUrl, mediaUrls }), 1) }
  const surfaces = [
    tenorSurface(tenor, '/v2'),
    tenorSurface(tenor, '/compat/tenor/v2'),
    giphySurface(giphy, '/v1'),
    giphySurface(giphy, '/compat/giphy/v1'),
    giphyV2Surface(giphy, null),
    giphyV2Surface(giphy, '/compat/giphy/v2'),
  ]
  return {
    surfaces: surfaces.map((surface) => countAppUse(surface, apps)),
    start: () => apps.start(),
    stop: () => apps.stop(),
  }
}
