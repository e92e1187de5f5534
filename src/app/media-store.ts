import { join } from 'node:path'
import { FileMediaStore } from '../adapters/media-store/files/file-media-store.ts'
import type { Config } from '../config/config.ts'
import type { MediaStore } from '../media/media-store.ts'

export type OpenMediaStore = MediaStore & { kind: 'files' | 's3'; close(): Promise<void> }

/** The media store of the settings. Throws a sentence. */
export async function openMediaStore(config: Pick<Config, 'data' | 's3'>): Promise<OpenMediaStore> {
  if (config.s3 !== null) throw new Error('S3_BUCKET cannot be used in this version; unset it.')
  return openFileMediaStore(join(config.data.folder, 'media'))
}

/** Media files in a folder, which is made where it is missing. */
export function openFileMediaStore(folder: string): OpenMediaStore {
  return new FileMediaStore(folder)
}
