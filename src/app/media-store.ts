import { CachedMediaStore } from '../adapters/media-store/cache/cached-media-store.ts'
import { DiskCache } from '../adapters/media-store/cache/disk-cache.ts'
import { FileMediaStore } from '../adapters/media-store/files/file-media-store.ts'
import type { Config } from '../config/config.ts'
import type { MediaStore } from '../media/media-store.ts'
import { mediaCacheFolder, mediaFolder } from './data-folder.ts'

export type OpenMediaStore = MediaStore & {
  kind: 'files' | 's3'
  /** Aborts uploads that began before this time and were interrupted. Returns their number. */
  removeUnfinished(beforeMs: number): Promise<number>
  close(): Promise<void>
}

/**
 * The media store from the settings: a bucket if S3_BUCKET is set, with a disk cache in front of it, otherwise a folder
 * in DATA_DIR. `secret` is the instance's, which claims an unclaimed bucket if allowed. Throws a sentence.
 */
export async function openMediaStore(
  config: Config,
  secret: string,
  { mayClaim = true }: { mayClaim?: boolean } = {},
): Promise<OpenMediaStore> {
  if (config.s3 === null) return openFileMediaStore(mediaFolder(config))
  const store = await openS3MediaStore(config.s3, secret, { mayClaim })
  const { cacheBytes } = config.s3
  if (cacheBytes === 0) return store
  const cache = new DiskCache({ folder: mediaCacheFolder(config), maxBytes: cacheBytes })
  return new CachedMediaStore(store, cache)
}

/** Media files in a folder, which is created if missing. */
export function openFileMediaStore(folder: string): OpenMediaStore {
  return new FileMediaStore(folder)
}

/** Media files in a bucket, after a check of the settings. Throws a sentence that names the wrong setting. */
export async function openS3MediaStore(
  s3: NonNullable<Config['s3']>,
  secret: string,
  { mayClaim = true }: { mayClaim?: boolean } = {},
) {
  // Loading the SDK takes longer than any other part of the program.
  const { openBucket } = await import('../adapters/media-store/s3/open-bucket.ts')
  return openBucket(s3, secret, { mayClaim })
}
