import { join } from 'node:path'
import { readableByDecoders } from '../adapters/render-pool/isolation.ts'
import { readableByYtDlp } from '../adapters/sources/yt-dlp-sandbox.ts'
import type { Config } from '../config/config.ts'
import { databaseName } from '../lib/database-name.ts'
import { findProgram } from '../lib/find-program.ts'
import { isWithin, realPathOf } from '../lib/real-path.ts'

/* Part of the composition root, for the service and the backup. */

/** What of a data folder, or a backup of one, is nobody else's business. */
const secretParts = [databaseName, 'media', 'tmp']

/**
 * Throws a sentence for a folder of data that decoders or yt-dlp could read in their sandboxes; `what` names the folder.
 * Whether there is a sandbox is for the caller to know.
 */
export async function refuseVisibleData(what: string, folder: string, config: Config): Promise<void> {
  const { ytDlpPath } = config.sources
  const { searchPath } = config.render
  const ytDlp = ytDlpPath === null ? undefined : await findProgram(ytDlpPath, searchPath)
  const readable = [
    ...(await readableByDecoders(searchPath)),
    ...(ytDlp === undefined ? [] : await readableByYtDlp(ytDlp)),
  ]
  const real = await realPathOf(folder)
  for (const path of readable) {
    const shown = await realPathOf(path)
    if (isWithin(real, shown)) {
      throw new Error(
        `${what} ${folder} lies in ${shown}, which decoders can read in their sandbox. Move the data elsewhere, for example to /var/lib/gifwright.`,
      )
    }
    if (secretParts.some((part) => isWithin(shown, join(real, part)))) {
      throw new Error(
        `${what} ${folder} holds ${shown}, which decoders can read in their sandbox. Move that elsewhere.`,
      )
    }
  }
}
