import { type BodyPace, bodyPace } from './bodies/body-pace.ts'

/** What bounds a connection and what comes over it, below what a call is about. */
export type ServerLimits = {
  headersTimeoutMs: number
  /** For the whole of a request: the largest upload over a slow line. */
  requestTimeoutMs: number
  /** How often it is looked for requests and answers that are over their time. */
  checkEveryMs: number
  /** Between two requests. Longer than proxies keep theirs, so that none sends into a connection that ends. */
  keepAliveTimeoutMs: number
  /** While a request is under way and not one byte moves, either way. */
  stalledMs: number
  /** After so much silence the system asks whether the other end is still there. */
  probeAfterMs: number
  body: BodyPace
  /** An answer must be taken as fast as this, after the grace. */
  answer: { graceMs: number; minBytesPerSecond: number }
  /** Of all headers and the address together; beyond it Node ends the connection. */
  maxHeaderBytes: number
  maxHeaders: number
  /** Of the address with its query: a search of a thousand letters of any script fits. */
  maxTargetBytes: number
  maxQueryParameters: number
  /** Requests that are sent ahead of their answers. Browsers send one. */
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
  body: bodyPace,
  answer: { graceMs: 60_000, minBytesPerSecond: 1024 },
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  maxTargetBytes: 12 * 1024,
  maxQueryParameters: 100,
  maxPipelined: 16,
  maxRequestsPerConnection: 10_000,
}
