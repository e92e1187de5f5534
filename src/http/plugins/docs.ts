import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'

const description = `A catalogue of GIFs that can be searched, and a maker of GIFs from a video address, an uploaded
video or pictures.

POST calls take JSON, urlencoded and multipart bodies, with the same result. Numbers may be sent as text, booleans
as 0 and 1. Every answer carries \`status\`; an error is \`{"status":"error","error":{"code","message","field"}}\`.`

/** The OpenAPI document at /api/openapi.json, made from the routes' own schemas. */
export async function registerDocs(
  app: FastifyInstance,
  version: string,
  siteUrl: () => string,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Gifwright', description, version, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Catalogue', description: 'Find and read GIFs.' },
        { name: 'Creation', description: 'Make GIFs.' },
      ],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'An API token.' } },
      },
      // Every call takes a token, and none needs one to be understood.
      security: [{}, { token: [] }],
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('access-control-allow-origin', '*')
    // Calls go to where the document came from, under the path of the site where it has one.
    return { ...app.swagger(), servers: [{ url: new URL(siteUrl()).pathname }] }
  })
}
