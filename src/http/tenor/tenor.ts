import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { appAuthentication, keyErrorOf, queryValue } from '../compat/app-keys.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { crossOriginHeaders, openToAllOrigins } from '../compat/cross-origin.ts'
import { nothingHere } from '../plugins/errors.ts'
import { type PresentError, readOnly, type Surface } from '../surface.ts'

/** The Tenor-v2-compatible interface under `prefix`. */
export function tenorSurface(deps: CompatDeps, prefix: string): Surface {
  return {
    prefix,
    methods: readOnly,
    authentication: appAuthentication(
      (request) => queryValue(request, 'key') ?? request.headers['x-goog-api-key']?.toString() ?? null,
    ),
    presentError,
    leniency: 'lenient',
    routes: (scope) => tenorRoutes(scope, deps),
  }
}

const keyStatuses = { missing: 403, wrong: 400 }

const presentError: PresentError = (error, { status }) => {
  const keyError = keyErrorOf(error)
  const shown = keyError === null ? status : keyStatuses[keyError]
  return {
    status: shown,
    headers: crossOriginHeaders,
    body: { error: { code: shown, message: error.message, status: 'UNKNOWN', details: [] } },
  }
}

function tenorRoutes(scope: FastifyInstance, { discovery }: CompatDeps): void {
  openToAllOrigins(scope, 'GET')
  // The site would take the prefix itself for the code of a GIF.
  scope.get('/', { schema: { hide: true } }, () => {
    throw nothingHere()
  })
  const app: CompatServer = scope.withTypeProvider<TypeBoxTypeProvider>()
  app.get('/trending_terms', { schema: { hide: true } }, async () => ({
    locale: 'en',
    results: await discovery.trendingSearches(20),
  }))
}
