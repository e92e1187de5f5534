import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { appAuthentication, keyErrorOf, queryValue, wrongKeyMessage } from '../compat/app-keys.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { crossOriginHeaders, openToAllOrigins } from '../compat/cross-origin.ts'
import { nothingHere } from '../plugins/errors.ts'
import { collectMethods } from '../plugins/methods.ts'
import { registerRequestBodies } from '../plugins/request-bodies.ts'
import { type PresentError, readAndSend, type Surface } from '../surface.ts'
import { gifCategoryRoutes } from './categories.ts'
import { emptyListRoutes } from './empty-lists.ts'
import { gifsByIdRoutes } from './gifs-by-id.ts'
import { mediaKinds } from './media-kind.ts'
import { pingbackRoutes } from './pingback.ts'
import { randomIdRoute, randomRoute } from './random.ts'
import { relatedGifsRoute } from './related.ts'
import { emojiRoutes, searchGifsRoute } from './search.ts'
import { tagRoutes, trendingTermsRoute } from './tags.ts'
import { translateRoute } from './translate.ts'
import { trendingGifsRoute } from './trending.ts'
import { uploadRoute } from './upload.ts'
import { randomId } from '../../lib/ids.ts'

const responseIdLength = 24

/** An error in the format of this interface, which repeats the HTTP status in `meta`. An invalid value is 400. */
const presentGiphyError: PresentError = (error, { status }) => {
  const keyError = keyErrorOf(error)
  const shown = keyError === null ? (status === 422 ? 400 : status) : 401
  const msg = keyError === 'wrong' ? wrongKeyMessage : error.message
  return {
    status: shown,
    headers: crossOriginHeaders,
    body: {
      data: [],
      meta: { status: shown, msg, response_id: randomId(responseIdLength) },
    },
  }
}

/** The GIPHY-v1-compatible interface under `prefix`. */
export function giphySurface(deps: CompatDeps, prefix: string): Surface {
  return { ...common(deps), prefix, routes: (scope) => giphyRoutes(scope, deps) }
}

/** The few calls of version 2 under `prefix`; null: under /v2, where all other addresses are Tenor's. */
export function giphyV2Surface(deps: CompatDeps, prefix: string | null): Surface {
  const mount = async (scope: FastifyInstance) => giphyV2Routes(scope, deps)
  const routes = (scope: FastifyInstance) =>
    prefix === null ? void scope.register(mount, { prefix: '/v2' }) : mount(scope)
  return { ...common(deps), prefix, routes }
}

const common = ({ apps }: CompatDeps): Omit<Surface, 'prefix' | 'routes'> => ({
  methods: readAndSend,
  authentication: appAuthentication(
    apps,
    (request) => queryValue(request, 'api_key') ?? queryValue(request, 'apikey'),
  ),
  presentError: presentGiphyError,
  leniency: 'lenient',
})

function giphyRoutes(scope: FastifyInstance, deps: CompatDeps): void {
  registerRequestBodies(scope, deps.uploadLimits)
  openToAllOrigins(scope, 'GET, HEAD, POST')
  const refuseOtherMethods = collectMethods(scope)
  // The site would take the prefix itself for the code of a GIF.
  scope.get('/', { schema: { hide: true } }, () => {
    throw nothingHere()
  })
  const app: CompatServer = scope.withTypeProvider<TypeBoxTypeProvider>()
  for (const kind of mediaKinds) {
    searchGifsRoute(app, deps, kind)
    trendingGifsRoute(app, deps, kind)
    translateRoute(app, deps, kind)
    randomRoute(app, deps, kind)
    relatedGifsRoute(app, deps, kind)
  }
  gifsByIdRoutes(app, deps)
  gifCategoryRoutes(app, deps)
  tagRoutes(app, deps)
  trendingTermsRoute(app, deps)
  randomIdRoute(app)
  emptyListRoutes(app)
  uploadRoute(app, deps)
  refuseOtherMethods()
}

function giphyV2Routes(scope: FastifyInstance, deps: CompatDeps): void {
  openToAllOrigins(scope, 'GET, HEAD, POST', ['/emoji', '/emoji/*', '/pingback', '/pingback_simple'])
  const refuseOtherMethods = collectMethods(scope)
  const app: CompatServer = scope.withTypeProvider<TypeBoxTypeProvider>()
  emojiRoutes(app)
  pingbackRoutes(app, deps)
  refuseOtherMethods()
}
