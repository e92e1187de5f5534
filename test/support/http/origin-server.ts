import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { cleanUp, type CleanUp } from '../clean-up.ts'

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

export type Origin = {
  /** `127.0.0.1:PORT`, in the form of SOURCE_ALLOWED_HOSTS. */
  pair: string
  port: number
  /** Every received request, in order. */
  requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  url: (path: string) => URL
}

/** Another site, on loopback: each path is answered by its handler, any other with 404. Ends with the test. */
export async function startOrigin(t: CleanUp, routes: Record<string, Handler>): Promise<Origin> {
  const requests: Origin['requests'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ method: request.method ?? '', path, headers: request.headers })
    const handler = routes[path.split('?')[0] ?? '']
    if (handler === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
    else handler(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    pair: `127.0.0.1:${port}`,
    port,
    requests,
    url: (path) => new URL(`http://127.0.0.1:${port}${path}`),
  }
}

/** Bytes that begin like an MP4; after that they are a pattern that reveals a misplaced byte. */
export function mp4Bytes(length: number): Buffer {
  const bytes = Buffer.from(Uint8Array.from({ length }, (_, index) => (index * 7 + (index >> 8)) % 251))
  bytes.write('\0\0\0\x18ftypisom', 0, 'latin1')
  return bytes
}

/** A complete answer with its length. */
export function answer(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  }
}

export function page(html: string | Buffer, type = 'text/html; charset=utf-8'): Handler {
  return answer(html, { 'content-type': type })
}

export function video(bytes: Buffer, headers: Record<string, string> = {}): Handler {
  return answer(bytes, { 'content-type': 'video/mp4', ...headers })
}

export function redirect(location: string, status = 302): Handler {
  return (_request, response) => {
    response.writeHead(status, { location }).end()
  }
}

/**
 * A file whose transfers break after `breakAfter` bytes each. It supports ranges unless `version` is missing; a range
 * of another version than the current one gets the whole file.
 */
export function breaking(bytes: Buffer, options: { breakAfter: number; version?: () => string }): Handler {
  return (request, response) => {
    const version = options.version?.()
    const isSame = version !== undefined && request.headers['if-range'] === version
    const start = isSame ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
    response.writeHead(start > 0 ? 206 : 200, {
      'content-type': 'video/mp4',
      'content-length': bytes.length - start,
      ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
      ...(version !== undefined && { etag: version }),
    })
    const end = start + options.breakAfter
    if (end >= bytes.length) response.end(bytes.subarray(start))
    else response.write(bytes.subarray(start, end), () => response.socket?.end())
  }
}

/** Begins like a video and never ends, without declaring a length. */
export const endless: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'video/mp4' })
  response.write(mp4Bytes(1024))
  const more = Buffer.alloc(64 * 1024)
  const pump = () => {
    while (!response.destroyed && response.write(more));
  }
  response.on('drain', pump)
  pump()
}

/** Accepts the request and stays silent. */
export const silent: Handler = () => {}
