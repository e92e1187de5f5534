import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as secure } from 'node:tls'
import { AppError } from '../../lib/app-error.ts'
import { type AddressGuard, hostOf } from './address-guard.ts'
import type { GuardedConnect } from './guarded-connect.ts'
import { toNetworkError } from './network-errors.ts'

const maxRedirects = 5
const maxHeaderBytes = 16 * 1024
const redirects = new Set([301, 302, 303, 307, 308])

/** An answer whose body was not read yet: read it to its end or destroy it. */
export type HttpAnswer = {
  url: URL
  status: number
  headers: IncomingMessage['headers']
  body: IncomingMessage
}

export type HttpClient = {
  /**
   * GET, with up to 5 redirects; each hop is checked anew, from its scheme to the address that is dialled. Sends
   * no cookies, no referrer and nothing of the person who asked. Throws AppError source_*; any status that is
   * not a redirect is returned.
   */
  get(url: URL, options: { signal: AbortSignal; headers?: Record<string, string> }): Promise<HttpAnswer>
}

/** `userAgent` is what we call ourselves to other servers. */
export function createHttpClient(
  guard: AddressGuard,
  connect: GuardedConnect,
  userAgent: string,
): HttpClient {
  return {
    async get(start, { signal, headers = {} }) {
      let url = start
      for (let hop = 0; hop <= maxRedirects; hop += 1) {
        const body = await getOnce(url, connect, signal, {
          'user-agent': userAgent,
          accept: 'video/*, text/html;q=0.9, */*;q=0.5',
          'accept-encoding': 'identity',
          ...headers,
        })
        const status = body.statusCode ?? 0
        const location = redirects.has(status) ? body.headers.location : undefined
        if (location === undefined) {
          refuseEncoded(body)
          return { url, status, headers: body.headers, body }
        }
        body.destroy()
        url = next(guard, url, location)
      }
      throw new AppError('source_unreachable', 'The address redirects too many times.', { field: 'url' })
    },
  }
}

async function getOnce(
  url: URL,
  connect: GuardedConnect,
  signal: AbortSignal,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const plain = await connect(url, signal)
  const host = hostOf(url)
  try {
    return await new Promise((resolve, reject) => {
      const socket = url.protocol === 'https:' ? secureOver(plain, host) : plain
      // The socket is ours already, so no agent can look the name up again or reuse another connection.
      request({
        host,
        path: url.pathname + url.search,
        headers: { host: url.host, ...headers },
        maxHeaderSize: maxHeaderBytes,
        signal,
        createConnection: () => socket,
      })
        .on('response', resolve)
        .on('error', reject)
        .end()
    })
  } catch (error) {
    plain.destroy()
    signal.throwIfAborted()
    throw toNetworkError(error, host)
  }
}

function secureOver(plain: Socket, host: string): Duplex {
  // A server name in TLS may not be an IP address.
  const socket = secure({ socket: plain, host, ...(isIP(host) === 0 && { servername: host }) })
  plain.on('error', (error) => socket.destroy(error))
  return socket
}

function next(guard: AddressGuard, from: URL, location: string): URL {
  const target = URL.parse(location, from.href)
  if (target === null) {
    throw new AppError(
      'source_unreachable',
      `${hostOf(from)} redirects to something that is not an address.`,
      {
        field: 'url',
      },
    )
  }
  return guard.check(target.href)
}

/** We asked for plain bytes; unpacking what was not asked for would let a few bytes grow without end. */
function refuseEncoded(body: IncomingMessage): void {
  const encoding = body.headers['content-encoding'] ?? 'identity'
  if (encoding.trim().toLowerCase() === 'identity' || encoding.trim() === '') return
  body.destroy()
  throw new AppError(
    'source_unsupported',
    'The site sends its answer compressed although it was asked not to.',
    {
      field: 'url',
    },
  )
}
