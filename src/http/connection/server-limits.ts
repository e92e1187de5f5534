import { type MinDataRate, minDataRate } from '../bodies/receive-body.ts'

/** The limits of all connections and requests. */
export type ServerLimits = {
  headersTimeoutMs: number
  /** The time for a whole request: the largest upload over a slow connection. */
  requestTimeoutMs: number
  /** Milliseconds between checks of time limits. */
  checkEveryMs: number
  /**
   * The time between two requests. Longer than the timeouts of proxies, so that none uses a connection that is about to
   * close.
   */
  keepAliveTimeoutMs: number
  /** The time during a request in which no byte is sent or received. */
  stalledMs: number
  /** Idle time before the system sends TCP keep-alive probes. */
  probeAfterMs: number
  body: MinDataRate
  /** The minimum rate at which a client must receive a response, after the grace period. */
  answer: { graceMs: number; minBytesPerSecond: number }
  /** The maximum of the address and all headers together; beyond it, Node ends the connection. */
  maxHeaderBytes: number
  maxHeaders: number
  /** The maximum of the address with its query: a search of 1,000 letters in any script fits. */
  maxTargetBytes: number
  maxQueryParameters: number
  /** The maximum of pipelined requests. Browsers send one at a time. */
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
