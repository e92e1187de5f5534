import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

const description = `A catalogue of GIFs that can be searched, and a maker of GIFs from a video address, an uploaded
video or pictures.

POST calls take JSON, urlencoded and multipart bodies, with the same result. Numbers may be sent as text, booleans
as 0 and 1. Every answer carries \`status\`; an error is \`{"status":"error","error":{"code","message","field"}}\`.`

/** Collects the schemas of all routes that follow for `app.swagger()`, the OpenAPI document. */
export async function registerOpenApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gifwright', description, version, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Catalogue', description: 'Find and read GIFs.' },
        { name: 'Discovery', description: 'See what is used most, and say what is used.' },
        { name: 'Collections', description: 'Keep favourites, and put GIFs together.' },
        { name: 'Creation', description: 'Make GIFs.' },
      ],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
      },
      // Every call takes a token, and none needs one to be understood.
      security: [{}, { token: [] }],
    },
  })
}

/** GET /api/openapi.json. */
export function openApiRoute(scope: FastifyInstance, siteUrl: () => string): void {
  scope.get('/openapi.json', { schema: { hide: true } }, async () => {
    // Calls go to the host that served the document, below the path of the site.
    return { ...scope.swagger(), servers: [{ url: new URL(siteUrl()).pathname }] }
  })
}
