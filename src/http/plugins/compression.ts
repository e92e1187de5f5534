import { brotliCompress, type BrotliOptions, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseEncoding } from './content-encoding.ts'

/** Smaller responses are not worth the CPU time. */
const minBytes = 1024

/** Longer responses, which list all files of many GIFs, are repetitive: they compress well with little work. */
const largeBytes = 65_536

/** Fast, and within a few percent of the best ratio for responses of this size. */
const usual = { br: brotliQuality(5), gzip: {} }

/** 140 KB of GIFs with all their files: 190 µs instead of 670, and 11.0 KB instead of 8.3. */
const quick = { br: brotliQuality(2), gzip: { level: 3 } }

/** Media is already compressed; an event stream must not wait for more bytes. */
const compressibleTypes = /^(?:text\/(?!event-stream)|application\/(?:json|xml)\b)/

/**
 * Compresses text and JSON that is sent as a whole, in the client's preferred encoding. Encoded responses are left
 * unchanged.
 */
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
    const { br, gzip: gzipOptions } = Buffer.byteLength(payload) < largeBytes ? usual : quick
    if (encoding === 'br') brotliCompress(payload, br, compressed)
    else gzip(payload, gzipOptions, compressed)
  })
}

function brotliQuality(quality: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  if (reply.hasHeader('content-encoding')) return false
  const type = reply.getHeader('content-type')
  return compressibleTypes.test(String(type)) && Buffer.byteLength(payload) >= minBytes
}

function addToVary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '')
  const isThere = names.split(',').some((one) => one.trim().toLowerCase() === name.toLowerCase())
  if (!isThere) reply.header('vary', names === '' ? name : `${names}, ${name}`)
}
