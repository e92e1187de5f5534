import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { appAuthentication, queryValue } from '../compat/app-keys.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { crossOriginHeaders, openToAllOrigins } from '../compat/cross-origin.ts'
import { nothingHere } from '../plugins/errors.ts'
import { collectMethods } from '../plugins/methods.ts'
import { readAndSend, type Surface } from '../surface.ts'

/** The GIPHY-v1-compatible interface under `prefix`. */
export function giphySurface(deps: CompatDeps, prefix: string): Surface {
  return { ...common, prefix, routes: (scope) => giphyRoutes(scope, deps) }
}

/** Those few of its names that begin with /v2, beside Tenor's: `prefix` is what comes before. */
export function giphyV2Surface(deps: CompatDeps, prefix: string): Surface {
  return { ...common, prefix: null, routes: (scope) => giphyV2Routes(scope, deps, `${prefix}/v2`) }
}

const common: Omit<Surface, 'prefix' | 'routes'> = {
  methods: readAndSend,
  authentication: appAuthentication(
    (request) => queryValue(request, 'api_key') ?? queryValue(request, 'apikey'),
  ),
  presentError: ({ message }, { status }) => ({
    status,
    headers: crossOriginHeaders,
    body: { data: [], meta: { status, msg: message, response_id: '' } },
  }),
  leniency: 'lenient',
}

function giphyRoutes(scope: FastifyInstance, { discovery }: CompatDeps): void {
  openToAllOrigins(scope, 'GET, HEAD, POST')
  const refuseOtherMethods = collectMethods(scope)
  // The site would take the prefix itself for the code of a GIF.
  scope.get('/', { schema: { hide: true } }, () => {
    throw nothingHere()
  })
  const app: CompatServer = scope.withTypeProvider<TypeBoxTypeProvider>()
  app.get('/trending/searches', { schema: { hide: true } }, async () => ({
    data: await discovery.trendingSearches(20),
    meta: { status: 200, msg: 'OK', response_id: randomUUID() },
  }))
  refuseOtherMethods()
}

function giphyV2Routes(scope: FastifyInstance, _deps: CompatDeps, base: string): void {
  const paths = ['/emoji', '/emoji/*', '/pingback', '/pingback_simple'].map((path) => base + path)
  openToAllOrigins(scope, 'GET, HEAD, POST', paths)
  const refuseOtherMethods = collectMethods(scope)
  const app: CompatServer = scope.withTypeProvider<TypeBoxTypeProvider>()
  app.get(`${base}/emoji`, { schema: { hide: true } }, async () => ({
    data: [],
    pagination: { total_count: 0, count: 0, offset: 0 },
    meta: { status: 200, msg: 'OK', response_id: randomUUID() },
  }))
  app.post(`${base}/pingback`, { schema: { hide: true } }, async () => ({
    data: [],
    meta: { status: 200, msg: 'OK', response_id: randomUUID() },
  }))
  refuseOtherMethods()
}
