import type { Viewer } from '../../accounts/account.ts'
import type { CollectionStore } from '../collections/collection-store.ts'
import { showCollection } from '../collections/show-collection.ts'
import { AppError } from '../../lib/app-error.ts'
import { noticeReasons } from './notice.ts'
import { type NoticeFaults, readField } from './read-notice.ts'
import { type NoticeFaultTexts, openLimits, type UseLimit } from './send-notice.ts'

/** Why somebody reports a collection. Claims of rights, and of people who are shown, are about a GIF. */
export const collectionReasons = noticeReasons.filter((reason) => reason !== 'person' && reason !== 'rights')

export type CollectionReportFaults = Pick<NoticeFaults, 'needed' | 'tooLong'> &
  Pick<NoticeFaultTexts, 'dayFull'> & {
    reason: string
    full: string
  }

/**
 * RECEIVES a report of a collection that the viewer can see. Throws AppError not_found; invalid_value without a reason and
 * for too many words; rate_limited when there are too many reports.
 */
export async function reportCollection(
  collections: CollectionStore,
  daily: UseLimit,
  code: string,
  { viewer, address }: { viewer: Viewer; address: string },
  typed: { reason: string; words: string },
  faults: CollectionReportFaults,
): Promise<void> {
  const collection = await showCollection(collections, code, viewer)
  const reason = collectionReasons.find((one) => one === typed.reason)
  if (reason === undefined) throw new AppError('invalid_value', faults.reason, { field: 'reason' })
  const words = readField('words', typed.words, { isNeeded: reason === 'illegal', faults })
  if (daily !== null) {
    const { remaining, resetSeconds } = await daily.counter.add(address, daily.max)
    if (remaining < 0) throw new AppError('rate_limited', faults.dayFull, { retryAfterSeconds: resetSeconds })
  }
  const { ofReason, inAll } = openLimits
  const added = await collections.report(collection.id, { reason, words }, { ofReason, inAll })
  if (added === 'full') throw new AppError('rate_limited', faults.full)
}
