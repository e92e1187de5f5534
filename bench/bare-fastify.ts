/**
 * A fastify that does nothing but send constant answers: the measure for bench/api.ts and bench/search.ts. Takes them on
 * standard input, by name; `fileBytes` are the sizes of files that it sends too.
 */
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { findAnswer, gifAnswer } from '../src/http/api/schemas.ts'
import { suggestAnswer } from '../src/http/api/suggest.ts'

const given = JSON.parse(await text(process.stdin)) as {
  gif: string
  find: string
  suggest?: string
  fileBytes?: number[]
}
const [gif, find]: unknown[] = [JSON.parse(given.gif), JSON.parse(given.find)]
const app = fastify()
app.get('/gif', { schema: { response: { 200: gifAnswer } } }, async () => gif)
app.post('/find', { schema: { response: { 200: findAnswer } } }, async () => find)
if (given.suggest !== undefined) {
  const suggest: unknown = JSON.parse(given.suggest)
  app.get('/suggest', { schema: { response: { 200: suggestAnswer } } }, async () => suggest)
}
for (const bytes of given.fileBytes ?? []) {
  const file = Buffer.alloc(bytes, 'x')
  app.get(`/file/${bytes}`, (_request, reply) => reply.type('image/gif').send(file))
}
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
