import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { appAuthentication, queryValue } from '../compat/app-keys.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { openToAllOrigins } from '../compat/cross-origin.ts'
import { nothingHere } from '../plugins/errors.ts'
import { collectMethods } from '../plugins/methods.ts'
import { readOnly, type Surface } from '../surface.ts'
import { tenorAutocompleteRoute } from './autocomplete.ts'
import { tenorCategoriesRoute } from './categories.ts'
import { presentTenorError } from './errors.ts'
import { tenorFeaturedRoute } from './featured.ts'
import { tenorPostsRoute } from './posts.ts'
import { tenorRegisterShareRoute } from './register-share.ts'
import { tenorSearchRoute } from './search.ts'
import { tenorSearchSuggestionsRoute } from './search-suggestions.ts'
import { tenorTrendingTermsRoute } from './trending-terms.ts'

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

/** Where clients of Google's interfaces send the key, if not in the query. */
const keyHeader = 'x-goog-api-key'

function tenorRoutes(scope: FastifyInstance, deps: CompatDeps, prefix: string): void {
  openToAllOrigins(scope, 'GET, HEAD')
  // Caches on the way know a key in the address only.
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
