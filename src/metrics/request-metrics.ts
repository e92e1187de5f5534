import { Counter, Histogram, type Registry } from 'prom-client'
import type { RequestObserver } from '../http/plugins/request-log.ts'

/** The methods that routes take; strangers may send some thirty others. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** What is asked of the server and how it answers: by the pattern of the route, never by what was asked for. */
export function requestMetrics(registers: Registry[]): RequestObserver {
  const requests = new Counter({
    name: 'gifwright_http_requests_total',
    help: 'Requests by route, method and class of status; cut: the client was gone before the whole answer.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'gifwright_http_request_seconds',
    help: 'How long requests took, from their headers to the end of the answer.',
    labelNames: ['route'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60],
    registers,
  })
  const errors = new Counter({
    name: 'gifwright_http_errors_total',
    help: 'Errors told to clients, by their code: rate_limited and queue_full are the refusals under load.',
    labelNames: ['code'],
    registers,
  })
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
