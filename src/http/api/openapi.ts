import fastify, { type FastifyInstance, type FastifySchema, type HTTPMethods } from 'fastify'
import { compilersFactory } from '../plugins/compilers.ts'

const description = `Search a catalogue of GIFs, and make GIFs from a video link, an uploaded
video or pictures.

POST calls accept JSON, urlencoded and multipart bodies with the same result. Send numbers as numbers or text, booleans
as 0 and 1. Every response has \`status\`; an error is \`{"status":"error","error":{"code","message","field"}}\`.`

type Call = { method: HTTPMethods | HTTPMethods[]; url: string; schema: FastifySchema }

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of all calls, once the server is ready. */
    openApi(): Promise<object>
  }
}

/**
 * Collects the calls that are added next for `app.openApi()`. The document is created on the first request, so that
 * startup needs neither the generator nor its copies of each schema.
 */
export function registerOpenApi(app: FastifyInstance, version: string): void {
  const calls: Call[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (schema !== undefined && schema.hide !== true && method !== 'HEAD') calls.push({ method, url, schema })
  })
  let document: Promise<object> | undefined
  app.decorate('openApi', () => (document ??= describeCalls(calls, version)))
}

async function describeCalls(calls: readonly Call[], version: string): Promise<object> {
  const { default: swagger } = await import('@fastify/swagger')
  const app = fastify({ exposeHeadRoutes: false, schemaController: { compilersFactory } })
  app.setValidatorCompiler(() => () => true)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gifwright', description, version, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Catalogue', description: 'Find and read GIFs.' },
        { name: 'Discovery', description: 'See which GIFs are popular, and report their use.' },
        { name: 'Collections', description: 'Manage favorites and collections.' },
        { name: 'Creation', description: 'Make GIFs.' },
      ],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
      },
      // Every call accepts a token; none requires one to be described.
      security: [{}, { token: [] }],
    },
  })
  for (const call of calls) app.route({ ...call, handler: () => {} })
  await app.ready()
  return app.swagger()
}

/** GET /api/openapi.json. */
export function openApiRoute(scope: FastifyInstance, siteUrl: () => string): void {
  scope.get('/openapi.json', { schema: { hide: true } }, async () => {
    // Calls go to the host that served the document, below the site's path.
    return { ...(await scope.openApi()), servers: [{ url: new URL(siteUrl()).pathname }] }
  })
}
