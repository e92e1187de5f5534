import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError, type ErrorCode } from '../../lib/app-error.ts'
import type { Surface } from '../surface.ts'
import { expectsUnknown } from './expect-continue.ts'
import { hasUnanswered, isAnswering } from './connection-limits.ts'
import { httpStatuses, sendError } from '../plugins/errors.ts'
import type { ServerLimits } from './server-limits.ts'

type Refusal = { status: number; message: string; code?: ErrorCode; allow?: string; isLast?: boolean }
type Limits = ServerLimits

/** The time to send a response of a few hundred bytes before the connection ends. */
const finalAnswerMs = 2000
const hostShape = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{0,253})(?::\d{0,5})?$/i

/** Refuses malformed requests that Node accepts, before any other hook handles them. */
export function refuseMalformedRequests(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request.raw, request.surface.methods, limits)
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

function refusalOf(request: IncomingMessage, methods: readonly string[], limits: Limits): Refusal | null {
  const { rawHeaders, httpVersion, headers, method = '', url = '' } = request
  const hosts = countHosts(rawHeaders)
  // It is unknown whether a body follows, so the next request cannot be found.
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
  if (url.includes('&') && url.split('&', limits.maxQueryParameters + 1).length > limits.maxQueryParameters)
    return { status: 400, message: `The address has more than ${limits.maxQueryParameters} parameters.` }
  if (methods.includes(method)) return null
  const allow = methods.join(', ')
  return { status: 405, code: 'method_not_allowed', message: `This service does not take ${method}.`, allow }
}

/** Counts the Host headers; names and values alternate. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** The path of an absolute address, as sent to a proxy; its host is ignored. */
export function pathOf(url: string): string {
  if (url.startsWith('/')) return url
  const path = /^https?:\/\/[^/?#]*(?<path>(?:[/?#].*)?)$/i.exec(url)?.groups?.path ?? url
  return /^[/*]/.test(path) ? path : `/${path}`
}

/**
 * Refuses a body whose end a proxy might find elsewhere, which enables request smuggling: chunks in HTTP/1.0, which has
 * none, and codings other than just `chunked`. Ends the connection in this case and returns true.
 */
export function refusesUnclearEnd(
  { httpVersion, headers, socket }: IncomingMessage,
  surface: Surface,
): boolean {
  const coding = headers['transfer-encoding']
  if (coding === undefined || (httpVersion !== '1.0' && coding.trim().toLowerCase() === 'chunked'))
    return false
  // The client would mistake the response to an earlier request for this one's.
  if (hasUnanswered(socket)) socket.destroy()
  else if (!socket.writableEnded) {
    const message = 'The only Transfer-Encoding that is taken is chunked, of HTTP/1.1.'
    answerAndClose(socket, surface, new AppError('malformed_body', message))
  }
  return true
}

/**
 * Answers CONNECT, which Node would drop without a response. Node no longer manages the socket then: an error on it
 * would end the process, it has no timeout, and closing the server does not close it.
 */
export function refuseConnect(server: Server, surface: Surface): void {
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy())
    if (isAnswering(socket)) {
      socket.destroy()
      return
    }
    answerAndClose(socket, surface, new AppError('method_not_allowed', 'This service does not take CONNECT.'))
  })
}

/** Answers and ends the connection, even if the client keeps sending. */
function answerAndClose(socket: Socket, surface: Surface, error: AppError): void {
  socket.setTimeout(finalAnswerMs, () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  endWith(socket, surface, error)
}

/** Answers a request that Node could not parse, and ends the connection. */
export function answerClientError(error: Error, socket: Socket, surface: Surface): void {
  const code = 'code' in error ? error.code : undefined
  if (!socket.writable || isAnswering(socket)) socket.destroy()
  else if (code === 'HPE_HEADER_OVERFLOW') {
    const message = 'The address and the headers of the request are too large.'
    endWith(socket, surface, new AppError('malformed_body', message), 431)
  } else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    endWith(socket, surface, new AppError('too_slow', 'The request did not come in time.'))
  } else endWith(socket, surface, new AppError('malformed_body', 'The request could not be read.'))
}

function endWith(
  socket: Socket,
  { presentError, methods }: Surface,
  error: AppError,
  status: number = httpStatuses[error.code],
): void {
  const presented = presentError(error, { status })
  const text = JSON.stringify(presented.body)
  const allHeaders = {
    Connection: 'close',
    'Content-Length': Buffer.byteLength(text),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...presented.headers,
    ...(presented.status === 405 && { Allow: methods.join(', ') }),
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${presented.status} ${STATUS_CODES[presented.status]}\r\n${lines.join('')}\r\n${text}`)
}
