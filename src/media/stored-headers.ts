import { extname } from 'node:path'
import type { StoreKey } from './media-store.ts'
import { renditionNames, renditions } from './rendition.ts'

/** What a store that answers for itself says with a file. `cacheControl` is null where it answers this program only. */
export type StoredHeaders = { contentType: string; cacheControl: string | null }

const contentTypes = new Map(
  renditionNames.map((name) => [extname(renditions[name].file), renditions[name].contentType]),
)

/** The headers that a file is stored with. What lies under `public/` never changes, and anyone may keep it. */
export function storedHeaders(key: StoreKey): StoredHeaders {
  return {
    contentType: contentTypes.get(extname(key)) ?? 'application/octet-stream',
    cacheControl: key.startsWith('public/') ? 'public, max-age=31536000, immutable' : null,
  }
}
