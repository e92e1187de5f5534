/** The limits of one connection to an untrusted server, besides the time and bytes of the whole fetch. */
export type TransferLimits = {
  /** The time to resolve a name and connect to one of its addresses. */
  connectMs: number
  /** The TLS handshake. */
  handshakeMs: number
  /** From the end of the request to the end of the response headers. */
  headersMs: number
  /** Time without any bytes. */
  idleMs: number
  /** The waiting time over which the rate is measured ... */
  paceMs: number
  /** ... and the least bytes per second during it. */
  minBytesPerSecond: number
}

export const defaultTransferLimits: TransferLimits = {
  connectMs: 15_000,
  handshakeMs: 15_000,
  headersMs: 30_000,
  idleMs: 20_000,
  paceMs: 20_000,
  minBytesPerSecond: 8 * 1024,
}

/** Receives bytes and the time waited for them; returns false once the rate is too low. */
export type Pace = (bytes: number, waitedMs: number) => boolean

/** Measures the rate of one transfer. Only waiting counts: our own slow disk is not the server's fault. */
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
