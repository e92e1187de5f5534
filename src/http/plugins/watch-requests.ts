import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../lib/app-error.ts'

/** A request that was answered, or that was broken off. */
export type RequestEnd = {
  /** The pattern of the route, `/api/gif/:code`; never what was asked for. */
  route: string
  method: string
  status: number
  /** False when the client hung up, or was cut off, before the whole answer was sent. */
  whole: boolean
  durationMs: number
  /** The error that was told, in a page too. */
  error: ErrorCode | null
}

export type RequestObserver = (end: RequestEnd) => void

export type WatchOptions = {
  onEnd: RequestObserver
  /** Whether the log may hold the address that a request came from. */
  logAddresses: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that was told to the client. */
    toldError: ErrorCode | null
    /** It could not be served for a fault of ours, or of the machine: see `logFault`. */
    isFaulty: boolean
  }
}

/** The route of a request that met none. Strangers choose their addresses, and each of them would be one more to keep. */
const noRoute = 'none'

/**
 * Has each request told to `onEnd` when it is over, and logged: a fault of ours as info, all others as debug. The log
 * has the route's pattern and no address, no query and no header.
 */
export function watchRequests(app: FastifyInstance, { onEnd, logAddresses }: WatchOptions): void {
  app.decorateRequest('toldError', null)
  app.decorateRequest('isFaulty', false)
  const isDetailed = ['debug', 'trace'].includes(app.log.level)
  app.addHook('onRequest', (request, reply, done) => {
    const bytesBefore = request.socket.bytesWritten
    // Not fastify's onResponse: it hears nothing of those who hang up.
    reply.raw.once('close', () => {
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
    route: request.routeOptions.url ?? noRoute,
    method: request.method,
    status: reply.raw.statusCode,
    whole: reply.raw.writableFinished,
    durationMs: reply.elapsedTime,
    error: request.toldError,
  }
}
