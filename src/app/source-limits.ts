import type { Config } from '../config/config.ts'
import { keptShareOfClient, type SourceLimits } from '../creation/sources/prepared-source.ts'

/** The most that all kept sources may take now. */
export function maxKeptBytes({ derivations, data, s3 }: Config, freeBytes: () => Promise<number>) {
  const { maxSourceBytes } = derivations
  // In a bucket they take nothing of the disk.
  return async () =>
    s3 === null ? Math.min(maxSourceBytes, (await freeBytes()) - data.minFreeBytes) : maxSourceBytes
}

/** How prepared sources are kept now. */
export function sourceLimits(config: Config, freeBytes: () => Promise<number>): () => Promise<SourceLimits> {
  const maxBytes = maxKeptBytes(config, freeBytes)
  return async () => {
    const { maxBytesOfClient, ...others } = config.preparedSources
    const all = await maxBytes()
    return {
      ...others,
      keepMs: config.derivations.keepSourceMs,
      maxBytes: all,
      maxBytesOfClient: Math.min(maxBytesOfClient, keptShareOfClient(all)),
    }
  }
}
