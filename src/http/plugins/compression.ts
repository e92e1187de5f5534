import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseEncoding } from './content-encoding.ts'

/** Smaller answers cost more to compress than the bytes are worth. */
const leastBytes = 1024

/** Quick, and within a few percent of the smallest for answers of this size. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Media is compressed as it is; a stream of events must not wait for more to compress. */
const compressibleTypes = /^(?:text\/(?!event-stream)|application\/(?:json|xml)\b)/

/** Compresses text and JSON that is sent as a whole, as the client likes it. What has an encoding already keeps it. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload)
    addToVary(reply, 'Accept-Encoding')
    const encoding = chooseEncoding(request.headers)
    if (encoding === 'identity') return done(null, payload)
    const compressed = (error: Error | null, bytes: Buffer) => {
      if (error !== null) return done(error)
      reply.headers({ 'content-encoding': encoding, 'content-length': bytes.length })
      done(null, bytes)
    }
    if (encoding === 'br') brotliCompress(payload, brotliOptions, compressed)
    else gzip(payload, compressed)
  })
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  if (reply.hasHeader('content-encoding')) return false
  const type = reply.getHeader('content-type')
  return compressibleTypes.test(String(type)) && Buffer.byteLength(payload) >= leastBytes
}

function addToVary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '')
  const isThere = names.split(',').some((one) => one.trim().toLowerCase() === name.toLowerCase())
  if (!isThere) reply.header('vary', names === '' ? name : `${names}, ${name}`)
}
