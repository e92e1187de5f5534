import type { FastifyInstance } from 'fastify'

/** Also for errors, which may be sent before a hook of the surface runs. */
export const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, X-Request-Id',
}

const preflightSeconds = 86_400

/** Header names separated by commas; no browser sends a longer list, or anything else. */
const headerNames = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/
const maxHeaderNames = 1000

/**
 * Lets pages of every origin call the scope's routes with any header: clients of these interfaces send their own
 * headers, and none is a credential that a browser adds by itself. `preflights` are the paths whose preflights are
 * answered. Must be called before the routes are added.
 */
export function openToAllOrigins(
  scope: FastifyInstance,
  methods: string,
  preflights: readonly string[] = ['/', '/*'],
): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(crossOriginHeaders)
    done()
  })
  for (const path of preflights) {
    // The highest rate, because a page cannot see why a refused preflight failed.
    scope.options(path, { config: { rate: 'media' }, schema: { hide: true } }, (request, reply) => {
      const requested = request.headers['access-control-request-headers'] ?? ''
      if (requested.length <= maxHeaderNames && headerNames.test(requested))
        reply.header('access-control-allow-headers', requested)
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': methods,
          'access-control-max-age': String(preflightSeconds),
          vary: 'Access-Control-Request-Headers',
        })
        .send()
    })
  }
}
