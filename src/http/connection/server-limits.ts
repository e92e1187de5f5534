import { type MinDataRate, minDataRate } from '../bodies/receive-body.ts'

/** The limits of all connections and requests. */
export type ServerLimits = {
  headersTimeoutMs: number
  /** For a whole request: the largest upload over a slow connection. */
  requestTimeoutMs: number
  /** How often requests and answers are checked for their time limits. */
  checkEveryMs: number
  /** Between two requests. Longer than the timeouts of proxies, so that none uses a connection that is closing. */
  keepAliveTimeoutMs: number
  /** While a request is under way and no byte is sent or received. */
  stalledMs: number
  /** Idle time before the system sends TCP keep-alive probes. */
  probeAfterMs: number
  body: MinDataRate
  /** How fast a client must receive an answer, after the grace period. */
  answer: { graceMs: number; minBytesPerSecond: number }
  /** Of the address and all headers together; beyond it Node ends the connection. */
  maxHeaderBytes: number
  maxHeaders: number
  /** Of the address with its query: a search of 1,000 letters of any script fits. */
  maxTargetBytes: number
  maxQueryParameters: number
  /** Pipelined requests. Browsers send one at a time. */
  maxPipelined: number
  maxRequestsPerConnection: number
}

export const serverLimits: ServerLimits = {
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 30 * 60_000,
  checkEveryMs: 5000,
  keepAliveTimeoutMs: 72_000,
  stalledMs: 120_000,
  probeAfterMs: 60_000,
  body: minDataRate,
  answer: { graceMs: 60_000, minBytesPerSecond: 1024 },
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  maxTargetBytes: 12 * 1024,
  maxQueryParameters: 100,
  maxPipelined: 16,
  maxRequestsPerConnection: 10_000,
}
