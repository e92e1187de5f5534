import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { appAuthentication, keyErrorOf, queryValue, wrongKeyMessage } from '../compat/app-keys.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { crossOriginHeaders, openToAllOrigins } from '../compat/cross-origin.ts'
import { nothingHere } from '../plugins/errors.ts'
import { collectMethods } from '../plugins/methods.ts'
import { type PresentError, readOnly, type Surface } from '../surface.ts'
import {
  tenorAutocompleteRoute,
  tenorSearchSuggestionsRoute,
  tenorTrendingTermsRoute,
} from './autocomplete.ts'
import { tenorCategoriesRoute } from './categories.ts'
import { tenorFeaturedRoute } from './featured.ts'
import { tenorPostsRoute } from './posts.ts'
import { tenorRegisterShareRoute } from './register-share.ts'
import { tenorSearchRoute } from './search.ts'

/** The names of HTTP statuses in Google's interfaces. */
const names: Readonly<Partial<Record<number, string>>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  408: 'DEADLINE_EXCEEDED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

const wrongKey = {
  message: wrongKeyMessage,
  details: [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'gifwright' },
  ],
}

/** An error in the format of Google's interfaces, which clients of Tenor v2 expect. */
const presentTenorError: PresentError = (error, context) => {
  const keyError = keyErrorOf(error)
  const code =
    keyError === 'missing' ? 403 : keyError === 'wrong' || context.status === 422 ? 400 : context.status
  const { message, details } = keyError === 'wrong' ? wrongKey : { message: error.message, details: [] }
  const status = names[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL')
  return { status: code, headers: crossOriginHeaders, body: { error: { code, message, status, details } } }
}

/** The Tenor-v2-compatible interface under `prefix`, open to every origin. */
export function tenorSurface(deps: CompatDeps, prefix: string): Surface {
  return {
    prefix,
    methods: readOnly,
    authentication: appAuthentication(
      deps.apps,
      (request) => queryValue(request, 'key') ?? request.headers[keyHeader]?.toString() ?? null,
    ),
    presentError: presentTenorError,
    leniency: 'lenient',
    routes: (scope) => tenorRoutes(scope, deps, prefix),
  }
}

/** The header in which clients of Google's interfaces send the key, if it is not in the query. */
const keyHeader = 'x-goog-api-key'

function tenorRoutes(scope: FastifyInstance, deps: CompatDeps, prefix: string): void {
  openToAllOrigins(scope, 'GET, HEAD')
  // Caches only know a key in the address.
  scope.addHook('onRequest', (request, reply, done) => {
    if (request.headers[keyHeader] !== undefined) reply.header('vary', keyHeader)
    done()
  })
  // The site would take the prefix itself for the code of a GIF.
  scope.get('/', { schema: { hide: true } }, () => {
    throw nothingHere()
  })
  const refuseOtherMethods = collectMethods(scope)
  const app: CompatServer = scope.withTypeProvider<TypeBoxTypeProvider>()
  tenorSearchRoute(app, deps)
  tenorFeaturedRoute(app, deps)
  tenorCategoriesRoute(app, deps, prefix)
  tenorSearchSuggestionsRoute(app, deps)
  tenorAutocompleteRoute(app, deps)
  tenorTrendingTermsRoute(app, deps)
  tenorRegisterShareRoute(app, deps)
  tenorPostsRoute(app, deps)
  refuseOtherMethods()
}
