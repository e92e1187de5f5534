import type { Viewer } from '../../accounts/account.ts'
import type { CollectionStore } from '../collections/collection-store.ts'
import { showCollection } from '../collections/show-collection.ts'
import { AppError } from '../../lib/app-error.ts'
import { noticeReasons } from './notice.ts'
import { readField } from './read-notice.ts'
import { openLimits, type UseLimit } from './send-notice.ts'

/** The reasons to report a collection. Claims about rights or about a person in the picture concern a GIF. */
export const collectionReasons = noticeReasons.filter((reason) => reason !== 'person' && reason !== 'rights')

/**
 * RECEIVES a report of a collection that the viewer can see. Throws AppError not_found; invalid_value without a reason
 * and for a text that is too long; rate_limited when there are too many reports.
 */
export async function reportCollection(
  collections: CollectionStore,
  daily: UseLimit,
  code: string,
  { viewer, address }: { viewer: Viewer; address: string },
  typed: { reason: string; words: string },
): Promise<void> {
  const collection = await showCollection(collections, code, viewer)
  const reason = collectionReasons.find((one) => one === typed.reason)
  if (reason === undefined)
    throw new AppError('invalid_value', { detail: 'collectionReportReason' }, { field: 'reason' })
  const words = readField('words', typed.words, reason === 'illegal')
  if (daily !== null) {
    const { remaining, resetSeconds } = await daily.counter.add(address, daily.max)
    if (remaining < 0)
      throw new AppError('rate_limited', { detail: 'noticesOfDay' }, { retryAfterSeconds: resetSeconds })
  }
  const { ofReason, inAll } = openLimits
  const added = await collections.report(collection.id, { reason, words }, { ofReason, inAll })
  if (added === 'full') throw new AppError('rate_limited', { detail: 'collectionReportsFull' })
}
