/** A response of another server, whatever its status. */
export type FetchedAnswer = {
  status: number
  body: Buffer
  /** The delay that the server requests before the next request; null if it requests none. */
  retryAfterSeconds: number | null
}

/**
 * Requests an address of another server; the address guard checks every hop. Throws AppError source_*, also if the
 * response is too long.
 */
export type FetchAnswer = (
  url: URL,
  options: { signal: AbortSignal; maxBytes: number },
) => Promise<FetchedAnswer>
