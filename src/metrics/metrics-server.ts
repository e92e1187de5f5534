import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Log } from '../lib/log/log.ts'
import { systemCode } from '../lib/system-code.ts'
import type { Metrics } from './metrics.ts'

export type MetricsAddress = { host: string; port: number }

/** Prometheus scrapes twice a minute, over one connection. */
const maxConnections = 16
const maxHeaderBytes = 8 * 1024
const requestTimeoutMs = 2_000
const timeoutCheckMs = 500
const keepAliveTimeoutMs = 65_000

/**
 * A separate listener for GET /metrics, so that the public port has none. It accepts few connections, and no bodies.
 */
export class MetricsServer {
  readonly #metrics: Pick<Metrics, 'text' | 'contentType'>
  readonly #log: Pick<Log, 'error'>
  readonly #server
  /** Concurrent requests share one result. */
  #collecting: Promise<string> | undefined

  constructor(metrics: Pick<Metrics, 'text' | 'contentType'>, log: Pick<Log, 'error'>) {
    this.#metrics = metrics
    this.#log = log
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

  /** Where it listens; null when it does not. */
  get url(): string | null {
    const address = this.#server.address()
    if (typeof address !== 'object' || address === null) return null
    const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
    return `http://${host}:${address.port}/metrics`
  }

  /** Throws an Error for the operator if the port is not available. */
  async listen({ host, port }: MetricsAddress): Promise<void> {
    this.#server.listen({ host, port })
    await once(this.#server, 'listening').catch((cause: unknown) => {
      const code = systemCode(cause) ?? 'unknown fault'
      const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be listened on (${code})`
      throw new Error(`METRICS_PORT ${port} on METRICS_HOST ${host} ${problem}; set them to others.`, {
        cause,
      })
    })
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #answer({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = method === 'GET' || method === 'HEAD'
    if (url !== '/metrics' || !isRead) {
      response.writeHead(url === '/metrics' ? 405 : 404, { connection: 'close' }).end()
      return
    }
    try {
      this.#collecting ??= this.#metrics.text().finally(() => {
        this.#collecting = undefined
      })
      const text = await this.#collecting
      response.writeHead(200, {
        'content-type': this.#metrics.contentType,
        'content-length': Buffer.byteLength(text),
        'cache-control': 'no-store',
      })
      response.end(method === 'HEAD' ? undefined : text)
    } catch (error) {
      this.#log.error({ err: error }, 'could not collect the metrics')
      response.writeHead(500).end()
    }
  }
}
