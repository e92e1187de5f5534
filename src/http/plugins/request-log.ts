import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../lib/app-error.ts'

/** An answered or interrupted request. */
export type RequestEnd = {
  /** The pattern of the route, `/api/gif/:code`; never the address itself. */
  route: string
  method: string
  status: number
  /** False if the connection ended before the whole response was sent. */
  whole: boolean
  durationMs: number
  /** The error that was sent, as JSON or as a page. */
  error: ErrorCode | null
}

export type RequestObserver = (end: RequestEnd) => void

export type RequestLogOptions = {
  onEnd: RequestObserver
  /** True if the log may contain the address that a request came from. */
  logAddresses: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    sentError: ErrorCode | null
    /** True if it failed by a fault of the service or the machine: see `logFault`. */
    isFaulty: boolean
  }
}

/** The route of a request without one. Clients choose addresses, and each would add a label. */
const noRoute = 'none'

/**
 * Calls `onEnd` when a request is over, and logs it: faults of the service as info, all others as debug. The log has
 * the route's pattern, but no address, query or header.
 */
export function logRequests(app: FastifyInstance, { onEnd, logAddresses }: RequestLogOptions): void {
  app.decorateRequest('sentError', null)
  app.decorateRequest('isFaulty', false)
  const isDetailed = ['debug', 'trace'].includes(app.log.level)
  app.addHook('onRequest', (request, reply, done) => {
    const bytesBefore = request.socket.bytesWritten
    // Fastify does not call onResponse if the client disconnects.
    reply.raw.on('close', () => {
      const end = endOf(request, reply)
      onEnd(end)
      if (!request.isFaulty && !isDetailed) return
      const bytes = request.socket.bytesWritten - bytesBefore
      const line = { ...end, durationMs: Math.round(end.durationMs * 10) / 10, bytes }
      const whole = logAddresses ? { ...line, address: request.ip } : line
      request.log[request.isFaulty ? 'info' : 'debug'](whole, 'request')
    })
    done()
  })
}

function endOf(request: FastifyRequest, reply: FastifyReply): RequestEnd {
  return {
    route: request.route.url ?? noRoute,
    method: request.method,
    status: reply.raw.statusCode,
    whole: reply.raw.writableFinished,
    durationMs: reply.elapsedTime,
    error: request.sentError,
  }
}
