import { join } from 'node:path'
import type { StoredFile, StoreKey } from '../../media/media-store.ts'

/** The header with which the reverse proxy sends a file; `off`: the program sends it. */
type Offload = 'off' | 'x-accel' | 'x-sendfile'

/** The response headers that make the reverse proxy send a file, from those of the program's own response. */
export type OffloadHeaders = (
  headers: Record<string, string>,
  key: StoreKey,
  file: StoredFile,
) => Record<string, string>

/** The proxy's internal location for the media folder, closed to its own clients. */
const internalPath = '/protected-media'

/** Names files for the proxy: for nginx and Caddy by key, for Apache by path in `folder`. Null if it is off. */
export function offloadHeaders(offload: Offload, folder: string): OffloadHeaders | null {
  if (offload === 'off') return null
  // Both make their own tags and dates from the file.
  if (offload === 'x-accel')
    return (headers, key) => ({
      ...renamePublicCaching(headers),
      'x-accel-redirect': `${internalPath}/${key}`,
    })
  // Apache decodes the path, and headers are ASCII only. The tag made by its module is the same for all files.
  return (headers, key, { etag }) => ({
    ...headers,
    'x-sendfile': join(folder, key).split('/').map(encodeURIComponent).join('/'),
    'accept-ranges': 'bytes',
    etag,
  })
}

/**
 * nginx keeps the Cache-Control of the response for whatever it sends, even an error: a file that it cannot read would
 * be missing for a year. Its configuration takes the value from this header, for files only.
 */
function renamePublicCaching(headers: Record<string, string>): Record<string, string> {
  const { 'cache-control': caching = '', ...others } = headers
  return caching.startsWith('public') ? { ...others, 'x-media-cache-control': caching } : headers
}
