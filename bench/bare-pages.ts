/** A fastify that only compresses a page with brotli and sends it: the reference for bench/site.ts. */
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastify from 'fastify'

const brotli = promisify(brotliCompress)
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
const pages = JSON.parse(await text(process.stdin)) as Record<string, string>
const app = fastify()
for (const [name, page] of Object.entries(pages)) {
  app.get(`/${name}`, async (_request, reply) => {
    reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    return reply.send(await brotli(page, { params }))
  })
}
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
