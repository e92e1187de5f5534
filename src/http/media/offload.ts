import { join } from 'node:path'
import type { StoredFile, StoreKey } from '../../media/media-store.ts'

/** Which header has the proxy in front of the program send a file; `off`: the program sends it. */
type Offload = 'off' | 'x-accel' | 'x-sendfile'

/** The headers by which the proxy in front is told to send a file. */
export type OffloadHeaders = (key: StoreKey, file: Pick<StoredFile, 'etag'>) => Record<string, string>

/** Below it the proxy has the folder of the media files, where its own clients cannot ask for them. */
const internalPath = '/protected-media'

/** Names files for the proxy: to nginx and Caddy by their keys, to Apache by their paths in `folder`. Null where it is off. */
export function offloadHeaders(offload: Offload, folder: string): OffloadHeaders | null {
  if (offload === 'off') return null
  // Both make tags and dates of their own from the file.
  if (offload === 'x-accel') return (key) => ({ 'x-accel-redirect': `${internalPath}/${key}` })
  // Apache decodes the path, and a header has ASCII only. The tag that its module makes is the same for all files.
  return (key, { etag }) => ({
    'x-sendfile': join(folder, key).split('/').map(encodeURIComponent).join('/'),
    'accept-ranges': 'bytes',
    etag,
  })
}
