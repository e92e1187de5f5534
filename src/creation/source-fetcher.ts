export type FetchedSource = { path: string; title: string | null }

export type FetchOptions = {
  signal: AbortSignal
  /** 0 to 1 where the size is known. */
  onProgress: (fraction: number) => void
  /** Called before bytes are written, with how many more; what it throws ends the transfer. */
  reserve?: (bytes: number) => Promise<void>
}

/** Downloads the video at an untrusted address to a local file. */
export interface SourceFetcher {
  /**
   * Reads an address and refuses what can be refused without the network: scheme, user info, port, host.
   * Throws AppError source_refused or invalid_value, both with field `url`.
   */
  check(address: string): URL
  /** Throws AppError source_*; `retry` is set for faults that may pass. `folder` is the job's own. */
  fetch(url: URL, folder: string, options: FetchOptions): Promise<FetchedSource>
}
