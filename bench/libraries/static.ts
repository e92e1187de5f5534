/** Serves a script of 60 KB, compressed in advance, from memory and through @fastify/static from disk. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import autocannon from 'autocannon'
import fastify, { type FastifyInstance } from 'fastify'
import { isNotModified } from '#src/http/preconditions.ts'
import { chooseEncoding } from '#src/http/plugins/content-encoding.ts'
import { compressAnswers } from '#src/http/plugins/compression.ts'
import { compare } from './compare.ts'

const script = randomBytes(30_000).toString('hex')
const page = `<!doctype html>${script.slice(0, 20_000)}`
const requests = 4000

/** The client runs in a worker thread, whose CPU time is part of every figure. */
function asking(app: FastifyInstance, path: string, headers = {}) {
  return {
    operations: requests,
    run: async () => {
      const url = (await app.listen({ port: 0, host: '127.0.0.1' })) + path
      const { non2xx } = await autocannon({
        url,
        amount: requests,
        connections: 10,
        workers: 1,
        headers: { 'accept-encoding': 'gzip, deflate, br', ...headers },
      })
      return `${non2xx} of ${requests} not 200`
    },
  }
}

await compare(import.meta.filename, 'a request', {
  'script, ours from memory': async () => {
    const app = fastify()
    const bytes = brotliCompressSync(script)
    app.get('/a.js', (request, reply) => {
      reply.headers({ 'cache-control': 'public', vary: 'Accept-Encoding', etag: '"a"' })
      if (isNotModified(request.headers, '"a"')) return reply.code(304).send()
      reply.header('content-encoding', chooseEncoding(request.headers))
      return reply.header('content-type', 'text/javascript').send(bytes)
    })
    return asking(app, '/a.js')
  },
  'script, @fastify/static from disk': async (load) => {
    const folder = await mkdtemp(join(tmpdir(), 'gifwright-static-'))
    await writeFile(join(folder, 'a.js'), script)
    await writeFile(join(folder, 'a.js.br'), brotliCompressSync(script))
    const { fastifyStatic } = await load('@fastify/static')
    const app = fastify()
    app.register(fastifyStatic, { root: folder, preCompressed: true })
    return asking(app, '/a.js')
  },
  'page, ours': async () => {
    const app = fastify()
    compressAnswers(app)
    app.get('/', (_request, reply) => reply.type('text/html').send(page))
    return asking(app, '/')
  },
  'page, @fastify/compress': async (load) => {
    const { default: compress } = await load('@fastify/compress')
    const app = fastify()
    const { constants } = await import('node:zlib')
    await app.register(compress, { brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } })
    app.get('/', (_request, reply) => reply.type('text/html').send(page))
    return asking(app, '/')
  },
})
