import type { Viewer } from '../../accounts/account.ts'
import type { GifPage } from '../catalogue-store.ts'
import type { Collection } from '../collections/collection.ts'
import type { CollectionStore } from '../collections/collection-store.ts'
import { showCollection } from '../collections/show-collection.ts'
import { AppError } from '../../lib/app-error.ts'
import { type NoticeReason, noticeReasons } from './notice.ts'
import type { OpenLimits } from './notice-store.ts'
import { readField } from './read-notice.ts'
import { openLimits, type SendNoticeDeps } from './send-notice.ts'

/** Why somebody reports a collection. Claims of rights, and of people who are shown, are about a GIF. */
export const collectionReasons = noticeReasons.filter((reason) => reason !== 'person' && reason !== 'rights')

/** What somebody objects to in a collection as a whole: its words, or what its GIFs say together. */
export type CollectionReport = { reason: NoticeReason; words: string; createdAt: number }

/** A collection that was reported, with the reports that nobody has answered, the oldest first. */
export type ReportedCollection = { collection: Collection; reports: CollectionReport[] }

export interface CollectionReportStore {
  /** `full`: the reason, or all reports together, are at their limit. */
  add(
    collectionId: number,
    report: Pick<CollectionReport, 'reason' | 'words'>,
    limits: OpenLimits,
  ): Promise<'added' | 'full'>
  /** Those with open reports that others can see, the longest waiting first. `total` is exact. */
  reported(page: GifPage): Promise<{ total: number; collections: ReportedCollection[] }>
  /** Answers all reports of a collection. */
  close(collectionId: number): Promise<void>
}

export type ReportCollectionDeps = Pick<SendNoticeDeps, 'daily'> & {
  collections: Pick<CollectionStore, 'byCode'>
  collectionReports: Pick<CollectionReportStore, 'add'>
}

/**
 * RECEIVES a report of a collection that the viewer can see. Throws AppError not_found; invalid_value without a reason and
 * for too many words; rate_limited when there are too many reports.
 */
export async function reportCollection(
  { collections, collectionReports, daily }: ReportCollectionDeps,
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
  const added = await collectionReports.add(collection.id, { reason, words }, { ofReason, inAll })
  if (added === 'full') throw new AppError('rate_limited', { detail: 'collectionReportsFull' })
}
