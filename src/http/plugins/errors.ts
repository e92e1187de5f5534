import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorCode, toErrorView } from '../../lib/app-error.ts'

/** The one place where an error becomes an HTTP status. Errors of media and sources here are of a request, not of a task. */
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
  clip_outside_video: 422,
  timed_out: 503,
  cancelled: 409,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Creation calls carry `success` beside `status`. */
    creation?: boolean
  }
}

const retryLaterSeconds = 10

/** Answers every error, unknown addresses too, as the contract's JSON. */
export function registerErrors(app: FastifyInstance): void {
  answerErrors(app)
  app.setNotFoundHandler((request, reply) =>
    sendError(new AppError('not_found', 'There is nothing at this address.'), request, reply),
  )
}

/** Answers every error as the contract's JSON. What is not an AppError is our fault: logged, and told to nobody. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const known = toAppError(error)
    logFault(error, known, request)
    sendError(known, request, reply)
  })
}

/**
 * Logs what the operator should know of: a fault of ours, or of the machine, such as a full disk. A refusal under load
 * is neither: strangers could fill the log with those.
 */
export function logFault(error: unknown, known: AppError, request: FastifyRequest): void {
  request.isFaulty = known.code === 'internal' || (known.code === 'unavailable' && known.cause !== undefined)
  if (known.code === 'internal') request.log.error({ err: error }, 'request failed')
  else if (request.isFaulty) request.log.warn({ err: error }, 'request could not be served')
}

/** Sets the HTTP status of an error, and the headers that belong to it; a fault of ours goes by the request's number. */
export function setErrorStatus(
  error: AppError,
  reply: FastifyReply,
  status: number = httpStatuses[error.code],
): void {
  reply.request.toldError = error.code
  reply.code(status)
  if (status === 500) reply.header('x-request-id', reply.request.id)
  if (status === 408) reply.header('connection', 'close')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (status === 429 || status === 503) {
    reply.header('retry-after', String(error.retryAfterSeconds ?? retryLaterSeconds))
  }
}

/** Writes one error answer: status, headers and body. */
export function sendError(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number = httpStatuses[error.code],
): FastifyReply {
  setErrorStatus(error, reply, status)
  // An error may come before the API's own CORS headers do.
  if (request.url.startsWith('/api/')) reply.header('access-control-allow-origin', '*')
  const success = request.routeOptions?.config?.creation === true ? { success: false } : {}
  return (
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      // Said again: an address that could not be read comes by no hook.
      .header('x-content-type-options', 'nosniff')
      .serializer(JSON.stringify)
      .send({ status: 'error', error: toErrorView(error), ...success })
  )
}

/** What fastify itself refuses, in our words; anything unknown is a fault of ours. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  if (error.statusCode === 413) return new AppError('too_large', 'The body is too large.')
  if (error.statusCode === 415) {
    return new AppError(
      'unsupported_media_type',
      'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data.',
    )
  }
  if (error.statusCode === 404) return new AppError('not_found', 'There is nothing at this address.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('malformed_body', 'The request could not be read.', { cause: error })
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error })
}
