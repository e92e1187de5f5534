import type { Config } from '../config/config.ts'
import type { DiskSpace } from '../creation/disk-space.ts'
import { filesReceiver } from '../library/import/drops/receive-files.ts'
import { fileImporter } from '../library/import/import-file.ts'
import type { Clock } from '../lib/clock.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Stores } from './stores.ts'

export type DropDeps = {
  stores: Stores
  mediaStore: MediaStore
  diskSpace: DiskSpace
  clock: Clock
}

/** The importing of what people bring to the site. */
export function createDrops(config: Config, { stores, mediaStore, diskSpace, clock }: DropDeps) {
  const importFile = fileImporter({
    imports: stores.tasks.imports,
    mediaStore,
    maxClipSeconds: config.limits.maxClipSeconds,
    onAdded: () => stores.taskMessages.added(),
  })
  const { drops, catalogue } = stores
  return {
    receiveFiles: filesReceiver({
      importFile,
      drops,
      catalogue,
      diskSpace,
      now: () => clock.now(),
      limits: config.imports,
    }),
  }
}
