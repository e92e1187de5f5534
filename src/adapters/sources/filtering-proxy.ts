import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addAbortSignal, type Duplex, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../lib/app-error.ts'
import type { AddressGuard } from './address-guard.ts'
import type { GuardedConnect } from './guarded-connect.ts'
import { tooLarge } from './network-errors.ts'
import { createProxyCredential } from './proxy-credential.ts'
import { endToEndHeaders } from './proxy-headers.ts'

const maxConnections = 32
const maxHeaderBytes = 16 * 1024
const forwardedMethods = new Set(['GET', 'HEAD', 'POST'])

export type FilteringProxy = {
  /** The proxy's address with this job's credential in it. */
  url: string
  /** How many connections were opened to the outside. */
  connections(): number
  /** The first thing that was refused to the job: an address, or more bytes than allowed. */
  refusal(): AppError | undefined
  /** Ends every connection. */
  close(): Promise<void>
}

/**
 * Opens a forward proxy on loopback for one job: it reaches what the guard lets through and nothing else, with
 * each name resolved once and the checked address dialled. All ends when `signal` aborts or more than `maxBytes`
 * went through, in both directions together.
 */
export async function openFilteringProxy(
  guard: AddressGuard,
  connect: GuardedConnect,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<FilteringProxy> {
  const credential = createProxyCredential()
  const closing = new AbortController()
  const end = AbortSignal.any([signal, closing.signal])
  let connections = 0
  let bytes = 0
  let refusal: AppError | undefined

  /** A step of a pipeline: lets bytes through while the job has some left. */
  const count = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        if (bytes <= maxBytes) return done(null, chunk)
        refusal ??= tooLarge(maxBytes)
        closing.abort()
        done(refusal)
      },
    })

  const open = async (address: string): Promise<{ url: URL; socket: Socket }> => {
    try {
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
    // After the answer has begun, its body tells of errors; here they would otherwise end the program.
    to.on('error', () => to.destroy())
    try {
      const answered = once(to, 'response', { signal: end })
      if (hasBody) await Promise.all([pipeline(from, count(), to, { signal: end }), answered])
      else to.end()
      const [upstream]: IncomingMessage[] = await answered
      if (upstream === undefined) return
      answer.writeHead(upstream.statusCode ?? 502, endToEndHeaders(upstream.headers, { body: true }))
      await pipeline(upstream, count(), answer, { signal: end })
    } finally {
      socket.destroy()
    }
  }

  const tunnel = async (from: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    // Put back before anything is awaited: a client that is done with sending would be at its end by then.
    client.unshift(head)
    const { socket } = await open(`https://${from.url}`)
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    try {
      await Promise.all([
        pipeline(client, count(), socket, { signal: end }),
        pipeline(socket, count(), client, { signal: end }),
      ])
    } finally {
      socket.destroy()
      client.destroy()
    }
  }

  const server = createServer({ maxHeaderSize: maxHeaderBytes })
  server.maxConnections = maxConnections
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('a proxy must listen on a port')

  return {
    url: `http://${credential.text}@127.0.0.1:${listening.port}`,
    connections: () => connections,
    refusal: () => refusal,
    async close() {
      closing.abort()
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** The status for a request that is not even looked at, or undefined for one that may be tried. */
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
