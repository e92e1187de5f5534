import { join } from 'node:path'
import type { StoredFile, StoreKey } from '../../media/media-store.ts'

/** Which header has the proxy in front of the program send a file; `off`: the program sends it. */
type Offload = 'off' | 'x-accel' | 'x-sendfile'

/** The headers of an answer with which the proxy in front sends a file, from those with which the program would. */
export type OffloadHeaders = (
  headers: Record<string, string>,
  key: StoreKey,
  file: StoredFile,
) => Record<string, string>

/** Below it the proxy has the folder of the media files, where its own clients cannot ask for them. */
const internalPath = '/protected-media'

/** Names files for the proxy: to nginx and Caddy by their keys, to Apache by their paths in `folder`. Null where it is off. */
export function offloadHeaders(offload: Offload, folder: string): OffloadHeaders | null {
  if (offload === 'off') return null
  // Both make tags and dates of their own from the file.
  if (offload === 'x-accel')
    return (headers, key) => ({
      ...renamePublicCaching(headers),
      'x-accel-redirect': `${internalPath}/${key}`,
    })
  // Apache decodes the path, and a header has ASCII only. The tag that its module makes is the same for all files.
  return (headers, key, { etag }) => ({
    ...headers,
    'x-sendfile': join(folder, key).split('/').map(encodeURIComponent).join('/'),
    'accept-ranges': 'bytes',
    etag,
  })
}

/**
 * nginx keeps Cache-Control of the answer for whatever it sends then, also for an error: a file that it cannot read would be
 * missing for a year. Its configuration takes the value from this header, for files only.
 */
function renamePublicCaching(headers: Record<string, string>): Record<string, string> {
  const { 'cache-control': caching = '', ...others } = headers
  return caching.startsWith('public') ? { ...others, 'x-media-cache-control': caching } : headers
}
