import type { TaskMessages } from '#src/creation/task-messages.ts'
import { fakeOf } from '../../support/fakes.ts'
import fastify from 'fastify'
import type { ApiDeps } from '#src/http/api/api-deps.ts'
import { apiSurface } from '#src/http/api/api.ts'
import { registerOpenApi } from '#src/http/api/openapi.ts'
import { minDataRate } from '#src/http/bodies/receive-body.ts'
import { loadConfig } from '#src/config/config.ts'
import { serveSurfaces } from '../../support/http/surfaces.ts'
import { collectSiteRoutes } from '../../support/browser/site-routes.ts'
import { propertiesOf, requiredOf, type ValueSchema } from './values.ts'

/** An operation of the service, as it describes it itself. */
export type Operation = {
  method: string
  /** With its parameters in braces: `/api/gif/{code}`. */
  path: string
  query: Record<string, ValueSchema>
  /** Null if it takes no body. */
  body: Record<string, ValueSchema> | null
  /** The required values of its body. */
  required: string[]
  /** The schemas of its answers by status (`200`, `4XX`); empty for the site, whose answers are pages. */
  answers: Record<string, object>
}

type Content = Record<string, { schema: { properties: Record<string, ValueSchema> } }>
type DocumentedOperation = {
  parameters?: { in: string; name: string; schema: ValueSchema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}

/** Every operation of the API, as its OpenAPI document describes them. */
export async function apiOperations(): Promise<Operation[]> {
  const { limits, server } = loadConfig({})
  const app = fastify()
  registerOpenApi(app, '0.0.0')
  // No request comes, so the other dependencies may be missing.
  const deps: Partial<ApiDeps> = {
    gifLimits: limits,
    uploadLimits: { ...limits, folder: '', minDataRate },
    eventStreams: server.eventStreams,
    taskMessages: fakeOf<TaskMessages>({ onTask: () => () => {}, pollMs: 0 }),
  }
  serveSurfaces(app, [apiSurface(deps as ApiDeps)])
  await app.ready()
  const { paths } = (await app.openApi()) as { paths: Record<string, Record<string, DocumentedOperation>> }
  await app.close()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      query: Object.fromEntries(
        parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
      ),
      body: requestBody?.content['application/json']?.schema.properties ?? null,
      required: requiredOf(requestBody?.content['application/json']?.schema),
      answers: Object.fromEntries(
        Object.entries(responses).flatMap(([status, { content }]) => {
          const schema = content?.['application/json']?.schema
          return schema === undefined ? [] : [[status, schema]]
        }),
      ),
    })),
  )
}

/** The parameters that pages read from their addresses; the routes do not declare them. */
const pageQuery = [
  ...['q', 'category', 'nsfw', 'page', 'next', 'done', 'from', 'sent', 'count', 'url', 'format', 'maxwidth'],
  ...['maxheight', 'sort', 'status', 'limit', 'after', 'code'],
]

/** Every route of the site, and the addresses of its files. */
export async function siteOperations(): Promise<Operation[]> {
  const routes = await collectSiteRoutes()
  const files = ['/media/gifs/{mediaId}/{file}', '/static/{file}', '/api', '/api/{code}']
  const query = Object.fromEntries(pageQuery.map((name) => [name, { type: 'string' }]))
  return [
    ...routes.map(({ method, path, form }) => ({
      method,
      path: path.replaceAll(/:(\w+)/g, '{$1}'),
      query: method === 'POST' ? {} : query,
      body: method === 'POST' ? propertiesOf(form) : null,
      required: requiredOf(form),
      answers: {},
    })),
    ...files.map((path) => ({ method: 'GET', path, query, body: null, required: [], answers: {} })),
  ]
}
