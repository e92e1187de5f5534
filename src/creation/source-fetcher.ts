export type FetchedSource = { path: string; title: string | null }

export type FetchOptions = {
  signal: AbortSignal
  /** The fraction from 0 to 1, if the size is known. */
  onProgress: (fraction: number) => void
  /** Called with the number of bytes about to be written; an error that it throws ends the transfer. */
  reserve?: (bytes: number) => Promise<void>
}

/** Downloads the video at an untrusted address to a local file. */
export interface SourceFetcher {
  /**
   * Reads an address and refuses it if that is possible without the network: by scheme, user info, port or host. Throws
   * AppError source_refused or invalid_value, both with field `url`.
   */
  check(address: string): URL
  /** Throws AppError source_*; `retry` is set for temporary faults. `folder` belongs to the job alone. */
  fetch(url: URL, folder: string, options: FetchOptions): Promise<FetchedSource>
}
