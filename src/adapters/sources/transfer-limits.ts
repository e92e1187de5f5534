/** What bounds one connection to a stranger's server, besides the time and the bytes of the whole fetch. */
export type TransferLimits = {
  /** Looking a name up and connecting to one of its addresses. */
  connectMs: number
  /** The handshake of TLS. */
  handshakeMs: number
  /** From the end of the request to the end of the answer's headers. */
  headersMs: number
  /** Silence. */
  idleMs: number
  /** The stretch of waiting over which the rate is judged ... */
  paceMs: number
  /** ... and the bytes that must have come in each second of it. */
  minBytesPerSecond: number
}

/** Slower than a modem's successor is no server to wait for. */
export const usualTransferLimits: TransferLimits = {
  connectMs: 15_000,
  handshakeMs: 15_000,
  headersMs: 30_000,
  idleMs: 20_000,
  paceMs: 20_000,
  minBytesPerSecond: 8 * 1024,
}

/** Takes the bytes that came and how long they were waited for; false once that was too slow. */
export type Pace = (bytes: number, waitedMs: number) => boolean

/** A new judge of one transfer. Only waiting counts: a slow disk of ours is not the server's fault. */
export function createPace({ paceMs, minBytesPerSecond }: TransferLimits): Pace {
  const bytesPerStretch = (minBytesPerSecond * paceMs) / 1000
  let bytes = 0
  let waitedMs = 0
  return (moreBytes, moreMs) => {
    bytes += moreBytes
    waitedMs += moreMs
    if (waitedMs < paceMs) return true
    const isFast = bytes >= (bytesPerStretch * waitedMs) / paceMs
    bytes = 0
    waitedMs = 0
    return isFast
  }
}
