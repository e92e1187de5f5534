import type { Config } from '../config/config.ts'
import { keptShareOfClient, type SourceLimits } from '../creation/sources/prepared-source.ts'

/** The current maximum size of all kept sources. */
export function maxKeptBytes({ derivations, data, s3 }: Config, freeBytes: () => Promise<number>) {
  const { maxSourceBytes } = derivations
  // In a bucket, they take no disk space.
  return async () =>
    s3 === null ? Math.min(maxSourceBytes, (await freeBytes()) - data.minFreeBytes) : maxSourceBytes
}

/** The current limits on prepared sources. */
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
