import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import type { ChangeFeed } from '../catalogue/change-feed.ts'
import { isListed } from '../catalogue/gif.ts'
import type { RecordSource } from '../catalogue/record-source.ts'
import type { Config } from '../config/config.ts'
import type { CompatDeps } from '../http/compat/compat-deps.ts'
import { shareCounter } from '../http/compat/shares.ts'
import { giphySurface, giphyV2Surface } from '../http/giphy/giphy.ts'
import type { GiphyDeps } from '../http/giphy/giphy-deps.ts'
import { gifWriter } from '../http/giphy/gif-writer.ts'
import { RecordCache } from '../http/records/record-cache.ts'
import type { RecordWriter } from '../http/records/record-pieces.ts'
import type { Surface } from '../http/surface.ts'
import { tenorRecordWriter } from '../http/tenor/present.ts'
import { tenorSurface } from '../http/tenor/tenor.ts'
import type { TenorDeps } from '../http/tenor/tenor-deps.ts'

type Given = Omit<CompatDeps, 'countShare' | 'changes'> &
  Omit<GiphyDeps, keyof CompatDeps | 'records' | 'creationLimits'> & {
    catalogue: Pick<CatalogueStore, 'defaultRating'>
    changes: Pick<ChangeFeed, 'current' | 'subscribe'>
    recordSource: RecordSource
  }

/** The interfaces that apps know from other services, each at the addresses of its service and under /compat. */
export function compatSurfaces(config: Config, given: Given): Surface[] {
  const { discovery, catalogue, changes, mediaUrls, siteUrl, recordSource } = given
  const perMinute = config.rates === null ? null : config.compat.anonymousSharesPerMinute
  const deps = { ...given, countShare: shareCounter({ discovery, perMinute }) }
  const recordsOf = (write: RecordWriter) => {
    const maxBytes = config.data.compatRecordCacheBytes / 2
    return new RecordCache({ source: recordSource, changes, write, isShown: isListed, maxBytes })
  }
  const giphy: GiphyDeps = {
    ...deps,
    creationLimits: config.limits,
    records: recordsOf(gifWriter({ mediaUrls, siteUrl, defaultRating: catalogue.defaultRating })),
  }
  const tenor: TenorDeps = { ...deps, records: recordsOf(tenorRecordWriter({ siteUrl, mediaUrls })) }
  return [
    tenorSurface(tenor, '/v2'),
    tenorSurface(tenor, '/compat/tenor/v2'),
    giphySurface(giphy, '/v1'),
    giphySurface(giphy, '/compat/giphy/v1'),
    giphyV2Surface(giphy, ''),
    giphyV2Surface(giphy, '/compat/giphy'),
  ]
}
