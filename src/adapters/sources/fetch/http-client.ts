import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as secure } from 'node:tls'
import { AppError } from '../../../lib/app-error.ts'
import { type AddressGuard, hostOf } from '../guard/address-guard.ts'
import { firstResponse } from './first-response.ts'
import type { GuardedConnect } from '../guard/guarded-connect.ts'
import { toNetworkError } from '../network-errors.ts'
import { type TransferLimits, defaultTransferLimits } from '../transfer-limits.ts'

const maxRedirects = 5
const maxHeaderBytes = 16 * 1024
const redirects = new Set([301, 302, 303, 307, 308])

/** A response whose body has not been read: read it to its end or destroy it. */
export type HttpResponse = {
  url: URL
  status: number
  headers: IncomingMessage['headers']
  body: IncomingMessage
  /** Returns the bytes received so far: the body with its transfer overhead. */
  wireBytes: () => number
  /** Returns the error that broke the connection, if known; the body itself only shows that it ended. */
  fault: () => unknown
  limits: TransferLimits
}

export type HttpClient = {
  /**
   * Sends GET, following up to 5 redirects; each hop is checked again, from its scheme to the IP address. Sends no
   * cookies, no referrer and nothing about the visitor. Throws AppError source_*; any status that is not a redirect is
   * returned.
   */
  get(url: URL, options: { signal: AbortSignal; headers?: Record<string, string> }): Promise<HttpResponse>
  /** Sends POST with a text. A redirect is returned like any answer, and not followed. Throws AppError source_*. */
  post(
    url: URL,
    options: { signal: AbortSignal; headers: Record<string, string>; body: string },
  ): Promise<HttpResponse>
}

type Asked = { method: string; signal: AbortSignal; headers: Record<string, string>; body?: string }

/** `userAgent` is sent to other servers. */
export function createHttpClient(
  guard: AddressGuard,
  connect: GuardedConnect,
  userAgent: string,
  limits: TransferLimits = defaultTransferLimits,
): HttpClient {
  const ask = async (url: URL, { method, signal, headers, body: sent }: Asked): Promise<HttpResponse> => {
    const plain = await connect(url, signal)
    const host = hostOf(url)
    try {
      const socket = url.protocol === 'https:' ? await openTls(plain, host, signal, limits) : plain
      const bytesBefore = plain.bytesRead
      let fault: unknown
      const onFault = (error: unknown) => (fault ??= error)
      plain.on('error', onFault)
      // The socket exists, so no agent can resolve the name again or reuse another connection.
      const asking = request({
        method,
        path: url.pathname + url.search,
        headers: { host: url.host, ...headers },
        maxHeaderSize: maxHeaderBytes,
        signal,
        createConnection: () => socket,
      })
      const answer = firstResponse(asking, { host, headersMs: limits.headersMs, onFault })
      asking.end(sent)
      const body = await answer
      return {
        url,
        status: body.statusCode ?? 0,
        headers: body.headers,
        body,
        limits,
        wireBytes: () => plain.bytesRead - bytesBefore,
        fault: () => fault,
      }
    } catch (error) {
      plain.destroy()
      signal.throwIfAborted()
      throw toNetworkError(error, host)
    }
  }

  return {
    async get(start, { signal, headers = {} }) {
      let url = checked(guard, start)
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const answer = await ask(url, {
          method: 'GET',
          signal,
          headers: {
            'user-agent': userAgent,
            accept: 'video/*, text/html;q=0.9, */*;q=0.5',
            'accept-encoding': 'identity',
            ...headers,
          },
        })
        const location = redirects.has(answer.status) ? answer.headers.location : undefined
        if (location === undefined) return refuseEncoded(answer)
        answer.body.destroy()
        url = checked(guard, URL.parse(location, url.href))
      }
      throw new AppError('source_unreachable', 'The address redirects too many times.', { field: 'url' })
    },

    post(url, { signal, headers, body }) {
      return ask(checked(guard, url), {
        method: 'POST',
        signal,
        headers: {
          'user-agent': userAgent,
          'content-length': String(Buffer.byteLength(body)),
          connection: 'close',
          ...headers,
        },
        body,
      })
    },
  }
}

/** Opens TLS over an existing connection, with a valid certificate for this host. */
async function openTls(
  plain: Socket,
  host: string,
  signal: AbortSignal,
  { handshakeMs }: TransferLimits,
): Promise<Duplex> {
  const socket = secure({
    socket: plain,
    host,
    // A server name in TLS may not be an IP address.
    ...(isIP(host) === 0 && { servername: host }),
    // Explicit, so that no environment variable of the process can change it.
    rejectUnauthorized: true,
  })
  plain.on('error', (error) => socket.destroy(error))
  socket.on('error', () => socket.destroy())
  await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, AbortSignal.timeout(handshakeMs)]) })
  return socket
}

/** Checks a redirect's target. An invalid address is the server's fault, not the visitor's. */
function checked(guard: AddressGuard, target: URL | null): URL {
  try {
    if (target !== null) return guard.check(target.href)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_value') throw error
  }
  const message = 'The address leads on to something that is not an address.'
  throw new AppError('source_unreachable', message, { field: 'url' })
}

/** Refuses compressed responses: decompressing would let a few bytes grow without end. */
function refuseEncoded(answer: HttpResponse): HttpResponse {
  const { 'content-encoding': content = '', 'transfer-encoding': transfer = '' } = answer.headers
  const isPlain = /^(?:\s*identity)?\s*$/i.test(content) && /^(?:\s*chunked)?\s*$/i.test(transfer)
  if (isPlain) return answer
  answer.body.destroy()
  const message = 'The site sends its answer compressed although it was asked not to.'
  throw new AppError('source_unsupported', message, { field: 'url' })
}
