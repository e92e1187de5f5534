import type { Config } from '../config/config.ts'
import { filesReceiver } from '../library/import/drops/receive-files.ts'
import { fileImporter } from '../library/import/import-file.ts'
import type { SharedParts } from './shared-parts.ts'

/** The importing of what people bring to the site. */
export function createDrops(config: Config, { stores, mediaStore, diskSpace, clock }: SharedParts) {
  const importFile = fileImporter({
    tasks: stores.tasks,
    mediaStore,
    maxClipSeconds: config.limits.maxClipSeconds,
    onAdded: () => stores.taskMessages.added(),
  })
  const { drops, catalogue } = stores
  return {
    drops,
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
