import { isDeepStrictEqual } from 'node:util'
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
  for (const { schema, ...call } of calls)
    app.route({ ...call, schema: withBodyTitle(schema), handler: () => {} })
  await app.ready()
  return app.swagger()
}

/** The schema of a call with a title for its body, which stands once for each type of body. */
function withBodyTitle(schema: FastifySchema): FastifySchema {
  const { operationId = '', body } = schema
  if (body === undefined) return schema
  const title = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Body`
  return { ...schema, body: { ...(body as object), title } }
}

/** GET /api/openapi.json. */
export function openApiRoute(scope: FastifyInstance, siteUrl: () => string): void {
  let document: OpenApiDocument | undefined
  scope.get('/openapi.json', { schema: { hide: true } }, async () => {
    document ??= shareSchemas((await scope.openApi()) as OpenApiDocument)
    // Calls go to the host that served the document, below the site's path.
    return { ...document, servers: [{ url: new URL(siteUrl()).pathname }] }
  })
}

type OpenApiDocument = { components: object; paths: object }

/** Moves each schema that has a title to the components of the document, under this name, and refers to it from where it was. */
export function shareSchemas<Document extends OpenApiDocument>(document: Document): Document {
  const schemas: Record<string, unknown> = {}
  const share = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(share)
    const shared = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, share(inner)]))
    // The value called `title` of a call is a schema, not a text.
    const { title, ...schema } = shared
    if (typeof title !== 'string') return shared
    if (schemas[title] !== undefined && !isDeepStrictEqual(schemas[title], schema))
      throw new Error(`two schemas have the title ${title}`)
    schemas[title] = schema
    return { $ref: `#/components/schemas/${title}` }
  }
  const paths = share(document.paths) as object
  return { ...document, paths, components: { ...document.components, schemas } }
}
