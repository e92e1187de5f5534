/** An answer of another server, whatever its status. */
export type FetchedAnswer = {
  status: number
  body: Buffer
  /** What it asks to wait before it is asked again; null where it says nothing. */
  retryAfterSeconds: number | null
}

/** Asks another server, through the guard of addresses at every hop. Throws AppError source_*, also for a longer answer. */
export type FetchAnswer = (
  url: URL,
  options: { signal: AbortSignal; maxBytes: number },
) => Promise<FetchedAnswer>
