import { once } from 'node:events'
import { open as openFolder } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addAbortSignal, type Duplex, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../lib/app-error.ts'
import { withoutReservation, reserveAhead } from '../../../lib/disk/reserve-ahead.ts'
import type { AddressGuard } from '../guard/address-guard.ts'
import { firstResponse } from '../fetch/first-response.ts'
import type { GuardedConnect } from '../guard/guarded-connect.ts'
import { sourceTooLarge, tooSlow } from '../network-errors.ts'
import { createProxyCredential, endToEndHeaders } from './proxy-headers.ts'
import { createPace, type TransferLimits, defaultTransferLimits } from '../transfer-limits.ts'

const maxConnectionsAtOnce = 32
/** A stream of hours has thousands of segments, each fetched over a separate connection. */
const defaultMaxConnections = 5000
const maxHeaderBytes = 16 * 1024
const forwardedMethods = new Set(['GET', 'HEAD', 'POST'])

export type FilteringProxy = {
  /** The proxy's address, with this job's credential. */
  url: string
  /** Returns the number of outbound connections so far. */
  connections(): number
  /** Returns the first refusal: of an address, or of more bytes or time than allowed. */
  refusal(): AppError | undefined
  /** Ends every connection. */
  close(): Promise<void>
}

export type ProxySettings = {
  /** The most bytes, in both directions together. */
  maxBytes: number
  /** The most outbound connections in total. */
  maxConnections?: number
  signal: AbortSignal
  /** Called before bytes pass that may be written to the disk; an error ends the job. */
  reserve?: ((bytes: number) => Promise<void>) | undefined
  limits?: TransferLimits
  /** A Unix socket to listen on instead of a loopback port, and the port that clients in the sandbox use. */
  socket?: { folder: string; name: string; portInside: number } | undefined
}

/**
 * Opens a forward proxy for one job. It connects only to targets that the guard allows; each name is resolved once, and
 * the checked address is used. Everything ends when `signal` aborts or more than `maxBytes` have passed.
 */
export async function openFilteringProxy(
  guard: AddressGuard,
  connect: GuardedConnect,
  settings: ProxySettings,
): Promise<FilteringProxy> {
  const {
    maxBytes,
    maxConnections = defaultMaxConnections,
    signal,
    limits = defaultTransferLimits,
  } = settings
  const reserveUpTo = reserveAhead(settings.reserve ?? withoutReservation)
  const credential = createProxyCredential()
  const closing = new AbortController()
  const end = AbortSignal.any([signal, closing.signal])
  let connections = 0
  let bytes = 0
  let refusal: AppError | undefined

  /** Returns a pipeline step that passes bytes while the job has some left and the disk has space for them. */
  const count = () =>
    watch(async (more) => {
      bytes += more
      try {
        if (bytes > maxBytes) throw sourceTooLarge(maxBytes)
        await reserveUpTo(bytes)
        return undefined
      } catch (error) {
        if (error instanceof AppError) refusal ??= error
        closing.abort()
        return error instanceof Error ? error : new Error(String(error))
      }
    })

  /** Enforces a minimum rate of responses, counted from the last request bytes. */
  const keepPace = (host: string) => {
    let since = performance.now()
    let isFastEnough = createPace(limits)
    return {
      asked: watch(() => {
        since = performance.now()
        isFastEnough = createPace(limits)
        return undefined
      }),
      answered: watch((bytes) => {
        const now = performance.now()
        if (!isFastEnough(bytes, now - since)) return (refusal ??= tooSlow(host))
        since = now
        return undefined
      }),
    }
  }

  const open = async (address: string): Promise<{ url: URL; socket: Socket }> => {
    try {
      if (connections >= maxConnections) throw tooMany(maxConnections)
      const url = guard.check(address)
      const socket = await connect(url, end)
      connections += 1
      return { url, socket }
    } catch (error) {
      if (error instanceof AppError && error.code === 'source_refused') refusal ??= error
      throw error
    }
  }

  const forward = async (from: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { url, socket } = await open(from.url ?? '')
    const hasBody = from.method === 'POST'
    const to = request({
      method: from.method ?? 'GET',
      path: url.pathname + url.search,
      headers: { ...endToEndHeaders(from.headers, { body: hasBody }), host: url.host },
      maxHeaderSize: maxHeaderBytes,
      signal: end,
      createConnection: () => socket,
    })
    // Once the response has begun, its body reports errors.
    const answered = firstResponse(to, {
      host: url.hostname,
      headersMs: limits.headersMs,
      onFault: () => to.destroy(),
    })
    try {
      if (hasBody) await Promise.all([pipeline(from, count(), to, { signal: end }), answered])
      else to.end()
      const upstream = await answered
      answer.writeHead(upstream.statusCode ?? 502, endToEndHeaders(upstream.headers, { body: true }))
      await pipeline(upstream, keepPace(url.hostname).answered, count(), answer, { signal: end })
    } finally {
      socket.destroy()
    }
  }

  const tunnel = async (from: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    // Unshifted before awaiting anything: a client that has finished sending would have ended by then.
    client.unshift(head)
    const { url, socket } = await open(`https://${from.url}`)
    const pace = keepPace(url.hostname)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    try {
      await Promise.all([
        pipeline(client, pace.asked, count(), socket, { signal: end }),
        pipeline(socket, pace.answered, count(), client, { signal: end }),
      ])
    } finally {
      socket.destroy()
      client.destroy()
    }
  }

  const server = createServer({ maxHeaderSize: maxHeaderBytes })
  server.maxConnections = maxConnectionsAtOnce
  server.on('request', (from, answer) => {
    const problem = refusedStatus(from, credential.fits, /^http:\/\//i)
    if (problem !== undefined) answer.writeHead(problem, refusalHeaders(problem)).end()
    else {
      forward(from, answer).catch((error: unknown) => {
        if (answer.headersSent) answer.destroy()
        else answer.writeHead(statusOf(error), refusalHeaders(statusOf(error))).end()
      })
    }
  })
  server.on('connect', (from, client, head) => {
    client.on('error', () => client.destroy())
    addAbortSignal(end, client)
    const refuse = (status: number) => client.end(refusalHead(status)).resume()
    const problem = refusedStatus(from, credential.fits, /^[^/?#@\\]+:\d+$/)
    if (problem !== undefined) refuse(problem)
    else tunnel(from, client, head).catch((error: unknown) => refuse(statusOf(error)))
  })
  const { port, leave } = await listen(server, settings.socket)

  return {
    url: `http://${credential.text}@127.0.0.1:${port}`,
    connections: () => connections,
    refusal: () => refusal,
    async close() {
      closing.abort()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
      await leave()
    },
  }
}

/** Starts listening; returns the port for clients, and the cleanup after closing. */
async function listen(
  server: Server,
  place: ProxySettings['socket'],
): Promise<{ port: number; leave: () => Promise<void> }> {
  if (place === undefined) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const listening = server.address()
    if (listening === null || typeof listening === 'string') throw new Error('a proxy must listen on a port')
    return { port: listening.port, leave: async () => {} }
  }
  // Socket paths are limited to 107 bytes; this one is short wherever the folder is.
  const folder = await openFolder(place.folder)
  try {
    server.listen(`/proc/self/fd/${folder.fd}/${place.name}`)
    await once(server, 'listening')
    return { port: place.portInside, leave: () => folder.close() }
  } catch (error) {
    await folder.close()
    throw error
  }
}

/** Returns a pipeline step that changes nothing; an error that `look` returns ends the pipeline. */
function watch(look: (bytes: number) => Error | undefined | Promise<Error | undefined>): Transform {
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      const error = await look(chunk.length)
      if (error === undefined) done(null, chunk)
      else done(error)
    },
  })
}

function tooMany(maxConnections: number): AppError {
  const message = `The site needs more than ${maxConnections} connections for its video.`
  return new AppError('source_refused', message, { field: 'url' })
}

/** Returns the status of a request that is refused outright; undefined for one that may be attempted. */
function refusedStatus(
  from: IncomingMessage,
  fits: (header: string) => boolean,
  target: RegExp,
): number | undefined {
  if (!fits(from.headers['proxy-authorization'] ?? '')) return 407
  if (from.method !== 'CONNECT' && !forwardedMethods.has(from.method ?? '')) return 405
  return target.test(from.url ?? '') ? undefined : 400
}

function statusOf(error: unknown): number {
  if (!(error instanceof AppError)) return 502
  return error.code === 'source_refused' || error.code === 'invalid_value' ? 403 : 502
}

function refusalHeaders(status: number): Record<string, string> {
  return {
    connection: 'close',
    'content-length': '0',
    ...(status === 407 && { 'proxy-authenticate': 'Basic realm="job"' }),
    ...(status === 405 && { allow: 'GET, HEAD, POST, CONNECT' }),
  }
}

function refusalHead(status: number): string {
  const headers = Object.entries(refusalHeaders(status)).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Refused\r\n${headers.join('')}\r\n`
}
