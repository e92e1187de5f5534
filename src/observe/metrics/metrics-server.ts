import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Log } from '../../lib/log/log.ts'
import { systemCode } from '../../lib/system-code.ts'
import type { Metrics } from './metrics.ts'

export type MetricsAddress = { host: string; port: number }

/** Prometheus scrapes twice a minute, over one connection. */
const maxConnections = 16
const maxHeaderBytes = 8 * 1024
const requestTimeoutMs = 2_000
const timeoutCheckMs = 500
const keepAliveTimeoutMs = 65_000

type PlainAnswer = { code: number; headers: Record<string, string>; body: string }

/** The error of metrics that cannot listen, for the operator. */
export function metricsPortError(cause: unknown, { host, port }: MetricsAddress): Error {
  const code = systemCode(cause) ?? 'unknown fault'
  const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`
  return new Error(`METRICS_PORT ${port} on METRICS_HOST ${host} ${problem}; set them to others.`, { cause })
}

/** The answers at the health addresses; the same as on the public port, which a worker does not have. */
export type HealthPaths = Record<
  '/healthz' | '/readyz' | '/readyz/whole',
  () => PlainAnswer | Promise<PlainAnswer>
>

/**
 * A separate listener for GET /metrics, so that the public port has none, and for /healthz and /readyz, which a process
 * without a public port needs here. It accepts few connections, and no bodies.
 */
export class MetricsServer {
  readonly #metrics: Metrics
  readonly #log: Log
  readonly #paths: Record<string, () => PlainAnswer | Promise<PlainAnswer>>
  readonly #server
  /** Concurrent requests share one result. */
  #collecting: Promise<string> | undefined

  constructor(metrics: Metrics, health: HealthPaths, log: Log) {
    this.#metrics = metrics
    this.#log = log
    this.#paths = { ...health, '/metrics': () => this.#collect() }
    this.#server = createServer(
      {
        maxHeaderSize: maxHeaderBytes,
        headersTimeout: requestTimeoutMs,
        connectionsCheckingInterval: timeoutCheckMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: keepAliveTimeoutMs,
      },
      (request, response) => void this.#answer(request, response),
    )
    this.#server.maxConnections = maxConnections
  }

  /** The address that it listens on; null if it does not listen. */
  get url(): string | null {
    const address = this.#server.address()
    if (typeof address !== 'object' || address === null) return null
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
    return `http://${host}:${address.port}/metrics`
  }

  /** Throws an Error for the operator if the port is not available. */
  async listen(address: MetricsAddress): Promise<void> {
    this.#server.listen({ ...address })
    await once(this.#server, 'listening').catch((cause: unknown) => {
      throw metricsPortError(cause, address)
    })
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = Object.hasOwn(this.#paths, url) ? this.#paths[url] : undefined
    if (answer === undefined || !(method === 'GET' || method === 'HEAD')) {
      response.writeHead(answer === undefined ? 404 : 405, { connection: 'close' }).end()
      return
    }
    try {
      const { code, headers, body } = await answer()
      response.writeHead(code, {
        ...headers,
        'content-length': Buffer.byteLength(body),
        'cache-control': 'no-store',
      })
      response.end(method === 'HEAD' ? undefined : body)
    } catch (error) {
      this.#log.error({ err: error, path: url }, 'could not answer on the port of the metrics')
      response.writeHead(500).end()
    }
  }

  async #collect(): Promise<PlainAnswer> {
    this.#collecting ??= this.#metrics.text().finally(() => {
      this.#collecting = undefined
    })
    return { code: 200, headers: { 'content-type': this.#metrics.contentType }, body: await this.#collecting }
  }
}
