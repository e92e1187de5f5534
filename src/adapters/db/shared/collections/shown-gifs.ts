import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ShownTo } from '../../../../catalogue/collections/collection-store.ts'

/** Whether a joined row of `gif` is listed, or with an account: open to everyone, or its own. */
export function isVisibleTo(shownTo: ShownTo): RawBuilder<boolean> {
  if (shownTo === null) return sql<boolean>`(gif.visibility = 'public' and gif.hidden = 0)`
  return sql<boolean>`((gif.visibility != 'private' and gif.hidden = 0) or gif.owner_id = ${shownTo})`
}
