import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, toErrorView } from '../../lib/app-error.ts'
import type { PresentError } from '../surface.ts'

/** The only place where an error gets its HTTP status. Errors of media and sources count as request errors here. */
export const httpStatuses: Record<ErrorCode, number> = {
  malformed_body: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  too_slow: 408,
  unsupported_media_type: 415,
  missing_value: 422,
  invalid_value: 422,
  rate_limited: 429,
  queue_full: 503,
  unavailable: 503,
  internal: 500,
  source_refused: 422,
  source_unreachable: 422,
  source_not_found: 422,
  source_too_large: 422,
  source_unsupported: 422,
  media_unsupported: 415,
  media_broken: 422,
  media_too_large: 422,
  keep_refused: 422,
  clip_outside_video: 422,
  timed_out: 503,
  cancelled: 409,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responses of creation calls have `success` next to `status`. */
    creation?: boolean
  }
}

const retryLaterSeconds = 10

/** An error in the format of the contract. */
export const presentContractError: PresentError = (error, { status, config }) => ({
  status,
  body: { status: 'error', error: toErrorView(error), ...(config?.creation === true && { success: false }) },
})

/** Answers unknown addresses in the format of their surface. */
export function answerUnknownAddresses(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => sendError(nothingHere(), request, reply))
}

/** The error for an address without a route. */
export function nothingHere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.')
}

/**
 * Answers every error in the format of the surface. An error that is not an AppError is our fault: logged, not shown.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = toAppError(error)
    logFault(error, known, request)
    sendError(known, request, reply)
  })
}

/**
 * Logs errors that the operator should know: faults of the service or the machine, such as a full disk. Refusals under
 * load are neither: clients could fill the log with them.
 */
export function logFault(error: unknown, known: AppError, request: FastifyRequest): void {
  request.isFaulty = known.code === 'internal' || (known.code === 'unavailable' && known.cause !== undefined)
  if (known.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (request.isFaulty) request.log.warn({ err: error }, 'request could not be served')
}

/** Sets the HTTP status of an error and its headers. A fault of the service is identified by the id of the request. */
export function setErrorStatus(
  error: AppError,
  reply: FastifyReply,
  status: number = httpStatuses[error.code],
): void {
  reply.request.sentError = error.code
  reply.code(status)
  if (status === 500) reply.header('x-request-id', reply.request.id)
  if (status === 408) reply.header('connection', 'close')
  const challenge = reply.request.surface.authentication?.challenge
  if (status === 401 && challenge) reply.header('www-authenticate', challenge)
  if (status === 429 || status === 503) {
    reply.header('retry-after', String(error.retryAfterSeconds ?? retryLaterSeconds))
  }
}

/** Sends an error in the format of the request's surface. */
export function sendError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number = httpStatuses[error.code],
): FastifyReply {
  const config = request.routeOptions?.config
  const presented = request.surface.presentError(error, { status, ...(config && { config }) })
  setErrorStatus(error, reply, presented.status)
  return (
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      // Repeated here: no hook runs for an address that could not be parsed.
      .header('x-content-type-options', 'nosniff')
      .headers(presented.headers ?? {})
      .serializer(JSON.stringify)
      .send(presented.body)
  )
}

/** The AppError for a fastify error; anything unknown is a fault of the service. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (error.statusCode === 413) return new AppError('too_large', 'The body is too large.')
  if (error.statusCode === 415) {
    return new AppError(
      'unsupported_media_type',
      'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.',
    )
  }
  if (error.statusCode === 404) return nothingHere()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('malformed_body', 'The request could not be read.', { cause: error })
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error })
}
