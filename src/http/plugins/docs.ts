import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

const description = `A catalogue of GIFs that can be searched, and a maker of GIFs from a video address, an uploaded
video or pictures.

POST calls take JSON, urlencoded and multipart bodies, with the same result. Numbers may be sent as text, booleans
as 0 and 1. Every answer carries \`status\`; an error is \`{"status":"error","error":{"code","message","field"}}\`.`

const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The OpenAPI document at /api/openapi.json, made from the routes' own schemas, and a page that shows it at /api/docs. */
export async function registerDocs(
  app: FastifyInstance,
  version: string,
  siteUrl: () => string,
): Promise<void> {
  /** Calls go to where the page came from, under the path of the site where it has one. */
  const servers = () => [{ url: new URL(siteUrl()).pathname }]
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gifwright', description, version },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Catalogue', description: 'Find and read GIFs.' },
        { name: 'Creation', description: 'Make GIFs.' },
      ],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
      },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: contentSecurityPolicy,
    uiConfig: { docExpansion: 'list', deepLinking: true, layout: 'BaseLayout' },
    theme: { title: 'Gifwright API' },
    transformSpecification: (document) => ({ ...document, servers: servers() }),
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
    return { ...app.swagger(), servers: servers() }
  })
}
