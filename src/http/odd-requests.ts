import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError, type ErrorCode } from '../lib/app-error.ts'
import { expectsUnknown } from './bodies/expect-continue.ts'
import { hasUnanswered, isAnswering } from './connections.ts'
import { sendError } from './plugins/errors.ts'
import type { ServerLimits } from './server-limits.ts'

type Refusal = { status: number; message: string; code?: ErrorCode; allow?: string; isLast?: boolean }
type Limits = Pick<ServerLimits, 'maxHeaders' | 'maxTargetBytes' | 'maxQueryParameters'>

const methodsOfPages = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** The interface says for each address which it takes. */
const methodsOfApi = [...methodsOfPages, 'PUT', 'PATCH', 'DELETE']
/** For an answer of a few hundred bytes, behind which the connection ends. */
const lastWordMs = 2000
const hostShape = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{0,253})(?::\d{0,5})?$/i

/** Refuses, before anything else looks at it, what Node lets through and no honest client sends. */
export function refuseOddRequests(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = judge(request.raw, limits)
    if (refusal === null) {
      done()
      return
    }
    const { status, message, code = 'malformed_body', allow, isLast = false } = refusal
    if (isLast) reply.header('connection', 'close')
    if (allow !== undefined) reply.header('allow', allow)
    sendError(new AppError(code, message), request, reply, status)
  })
}

function judge(request: IncomingMessage, limits: Limits): Refusal | null {
  const { rawHeaders, httpVersion, headers, method = '', url = '' } = request
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
  // Whether its body comes nobody knows, so nothing behind it could be told from a body.
  if (expectsUnknown(request))
    return { status: 417, message: 'The header Expect can only be 100-continue.', isLast: true }
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return { status: 505, message: 'The request must be HTTP/1.1.' }
  if (rawHeaders.length > 2 * limits.maxHeaders)
    return { status: 431, message: `The request has more than ${limits.maxHeaders} headers.` }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1') || !hostShape.test(headers.host ?? ''))
    return { status: 400, message: 'The request must name one Host.' }
  if (url.length > limits.maxTargetBytes)
    return { status: 414, message: `The address is longer than ${limits.maxTargetBytes} characters.` }
  if (url.split('&', limits.maxQueryParameters + 1).length > limits.maxQueryParameters)
    return { status: 400, message: `The address has more than ${limits.maxQueryParameters} parameters.` }
  const methods = url.startsWith('/api/') ? methodsOfApi : methodsOfPages
  if (methods.includes(method)) return null
  const allow = methods.join(', ')
  return { status: 405, code: 'method_not_allowed', message: `This service does not take ${method}.`, allow }
}

/** The path of an address that is written whole, as to a proxy: what it says of the host does not count. */
export function pathOf(url: string): string {
  const path = /^https?:\/\/[^/?#]*(?<path>.*)$/i.exec(url)?.groups?.path ?? url
  return /^[/*]/.test(path) ? path : `/${path}`
}

/**
 * Refuses a body whose end a proxy in front may see elsewhere, so that what follows could be a request of somebody
 * else: chunks of HTTP/1.0, which has none, and codings other than `chunked` alone. Ends the connection; gives whether
 * it did.
 */
export function refusesUnclearEnd({ httpVersion, headers, socket }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  if (coding === undefined || (httpVersion !== '1.0' && coding.trim().toLowerCase() === 'chunked'))
    return false
  // An answer to an earlier request would be taken for this one's, and the other way round.
  if (hasUnanswered(socket)) socket.destroy()
  else if (!socket.writableEnded) {
    const message = 'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.'
    answerLast(socket, 400, 'malformed_body', message)
  }
  return true
}

/**
 * Answers CONNECT in the words of the interface; Node would drop it without any. Node has let go of the socket by
 * then: an error on it would end the process, no limit of time holds for it, and no stop of the server closes it.
 */
export function refuseConnect(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    if (isAnswering(socket)) {
      socket.destroy()
      return
    }
    answerLast(socket, 405, 'method_not_allowed', 'This service does not take CONNECT.')
  })
}

/** Ends the connection with an answer, whatever else may come over it. */
function answerLast(socket: Socket, status: number, code: ErrorCode, message: string): void {
  socket.setTimeout(lastWordMs, () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  endWith(socket, status, code, message)
}

/** Answers what Node could not read as a request. The connection ends. */
export function answerClientError(error: Error, socket: Socket): void {
  const code = 'code' in error ? error.code : undefined
  if (!socket.writable || isAnswering(socket)) socket.destroy()
  else if (code === 'HPE_HEADER_OVERFLOW') {
    endWith(socket, 431, 'malformed_body', 'The address and the headers of the request are too large.')
  } else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    endWith(socket, 408, 'too_slow', 'The request did not come in time.')
  } else endWith(socket, 400, 'malformed_body', 'The request could not be read.')
}

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

function endWith(socket: Socket, status: number, code: ErrorCode, message: string): void {
  const body = errorBody(code, message)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(jsonHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  if (status === 405) lines.push(`Allow: ${methodsOfPages.join(', ')}`)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

function errorBody(code: ErrorCode, message: string): string {
  return JSON.stringify({ status: 'error', error: { code, message } })
}
