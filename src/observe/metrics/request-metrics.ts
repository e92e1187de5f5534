import { Counter, Histogram, type Registry } from 'prom-client'
import type { RequestObserver } from '../../http/plugins/request-log.ts'

/** The methods of routes; clients may send some thirty others. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Metrics of requests, by route pattern, never by address. */
export function requestMetrics(registers: Registry[]): RequestObserver {
  const requests = new Counter({
    name: 'gifwright_http_requests_total',
    help: 'Requests by route, method and status class; cut: the client disconnected before the whole response.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'gifwright_http_request_seconds',
    help: 'Duration of requests, from their headers to the end of the response.',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60],
    registers,
  })
  const errors = new Counter({
    name: 'gifwright_http_errors_total',
    help: 'Errors sent to clients, by code; rate_limited and queue_full are refusals under load.',
    labelNames: ['code'],
    registers,
  })
  // Alerts compare with the value before: a counter that begins at 1 would hide the first.
  for (const code of ['internal', 'unavailable', 'queue_full']) errors.inc({ code }, 0)
  return ({ route, method, status, whole, durationMs, error }) => {
    requests.inc({
      route,
      method: knownMethods.has(method) ? method : 'other',
      status: whole ? `${Math.floor(status / 100)}xx` : 'cut',
    })
    durations.observe({ route }, durationMs / 1000)
    if (error !== null) errors.inc({ code: error })
  }
}
