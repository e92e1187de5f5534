import type { Config } from '../config/config.ts'
import type { CompatDeps } from '../http/compat/compat-deps.ts'
import { shareCounter } from '../http/compat/shares.ts'
import { giphySurface, giphyV2Surface } from '../http/giphy/giphy.ts'
import type { Surface } from '../http/surface.ts'
import { tenorSurface } from '../http/tenor/tenor.ts'

/** The interfaces that apps know from other services, each at the addresses of its service and under /compat. */
export function compatSurfaces(config: Config, given: Omit<CompatDeps, 'countShare'>): Surface[] {
  const perMinute = config.rates === null ? null : config.compat.anonymousSharesPerMinute
  const deps = { ...given, countShare: shareCounter({ discovery: given.discovery, perMinute }) }
  return [
    tenorSurface(deps, '/v2'),
    tenorSurface(deps, '/compat/tenor/v2'),
    giphySurface(deps, '/v1'),
    giphySurface(deps, '/compat/giphy/v1'),
    giphyV2Surface(deps, ''),
    giphyV2Surface(deps, '/compat/giphy'),
  ]
}
