/**
 * A fastify that only sends constant answers: the reference for bench/api.ts and bench/search.ts. Reads them from
 * standard input, by name: those with a schema of the API, and `answers`, which use the faster JSON.stringify;
 * `fileBytes` are the sizes of files that it also sends.
 */
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { findAnswer, gifAnswer } from '../src/http/api/schemas.ts'
import { suggestAnswer } from '../src/http/api/suggest.ts'

const given = JSON.parse(await text(process.stdin)) as {
  gif?: string
  find?: string
  suggest?: string
  answers?: Record<string, string>
  fileBytes?: number[]
}
const app = fastify()
if (given.gif !== undefined) {
  const gif: unknown = JSON.parse(given.gif)
  app.get('/gif', { schema: { response: { 200: gifAnswer } } }, async () => gif)
}
if (given.find !== undefined) {
  const found: unknown = JSON.parse(given.find)
  app.post('/find', { schema: { response: { 200: findAnswer } } }, async () => found)
}
if (given.suggest !== undefined) {
  const suggest: unknown = JSON.parse(given.suggest)
  app.get('/suggest', { schema: { response: { 200: suggestAnswer } } }, async () => suggest)
}
for (const [name, json] of Object.entries(given.answers ?? {})) {
  const answer: unknown = JSON.parse(json)
  app.get(`/answers/${name}`, async () => answer)
}
for (const bytes of given.fileBytes ?? []) {
  const file = Buffer.alloc(bytes, 'x')
  app.get(`/file/${bytes}`, (_request, reply) => reply.type('image/gif').send(file))
}
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
