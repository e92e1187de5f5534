import type { Kysely } from 'kysely'
import { createPurgeHook } from '../adapters/cdn/purge-hook.ts'
import { SqlMediaMoves } from '../adapters/db/shared/catalogue/media-moves.ts'
import type { Tables } from '../adapters/db/shared/tables.ts'
import type { Elections } from '../cluster/elections.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../lib/clock.ts'
import { MediaMover, type PurgeMedia } from '../media/moves/media-mover.ts'
import type { MediaStore } from '../media/media-store.ts'
import { mediaPath, renditionNames } from '../media/rendition.ts'

/** A worker notices within one lease that its claim is gone; what it is storing then takes some time more. */
const leasesToSettle = 3

/** Finishes the moves of files that changes of GIFs begin. Does nothing by itself before it is started. */
export function createMediaMover(
  config: Config,
  deps: { db: Kysely<Tables>; mediaStore: MediaStore; elections: Elections; clock: Clock },
): MediaMover {
  return new MediaMover({
    ...deps,
    moves: new SqlMediaMoves(deps.db),
    purge: purgeOf(config),
    settleMs: leasesToSettle * config.worker.leaseMs,
  })
}

function purgeOf({ media, site }: Config): PurgeMedia | null {
  if (media.purge === null) return null
  const purge = createPurgeHook(media.purge)
  // A worker may have added files that the row of the GIF does not tell of: all that there can be.
  return (mediaId) => purge(renditionNames.map((name) => `${site.mediaUrl}/${mediaPath(mediaId, name)}`))
}
