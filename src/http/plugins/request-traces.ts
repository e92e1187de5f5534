import type { FastifyInstance } from 'fastify'
import type { Span, Tracer } from '../../lib/tracing.ts'
import type { IsProxy } from '../connection/trusted-proxies.ts'

/** Load balancers request the first two every few seconds; an event stream stays open and polls its task. */
const untraced = new Set(['/healthz', '/readyz', '/readyz/whole', '/api/status/:task/events'])

/**
 * Makes a span of each request, named after its route pattern. It continues a trace named by a trusted proxy; from
 * anyone else the header is ignored, or clients could choose what is sampled and write into the operator's traces.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, isProxy: IsProxy): void {
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.route.url ?? 'none'
    if (untraced.has(route)) {
      done()
      return
    }
    const { traceparent } = request.headers
    const isTrusted = typeof traceparent === 'string' && isProxy(request.socket.remoteAddress)
    const span = tracer.start(`${request.method} ${route}`, isTrusted ? traceparent : null, {
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'http.route': route },
    })
    spans.set(request, span)
    // Fastify does not call onResponse if the client disconnects.
    reply.raw.on('close', () => {
      const { statusCode, writableFinished } = reply.raw
      span.describe({ 'http.response.status_code': statusCode, 'gifwright.whole': writableFinished })
      if (statusCode >= 500) span.fail(request.sentError ?? String(statusCode))
      span.end()
    })
    span.within(done)
  })
  // A body is read in events of the connection, which are outside the span's context.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
}
