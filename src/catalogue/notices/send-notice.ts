import { randomInt } from 'node:crypto'
import type { Viewer } from '../../accounts/account.ts'
import { hashSecret } from '../../accounts/tokens.ts'
import { showGif } from '../show-gif.ts'
import type { Counter } from '../../cluster/counters.ts'
import { AppError } from '../../lib/app-error.ts'
import { randomId } from '../../lib/ids.ts'
import type { OpenLimits } from './notice-store.ts'
import type { ReadNotice } from './read-notice.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'

/** Limits on open notices: without a contact for questions, with a contact, and in total. */
export const openLimits = {
  ofReason: 5,
  ofReasonWithContact: 20,
  inAll: 10_000,
}

/** The number of times that an address or account may do something in the period of the counter; null: no limit. */
export type UseLimit = { counter: Counter; max: number } | null

/** The values needed to find the receipt; `secret` is stored nowhere. */
export type SentNotice = { reference: string; secret: string }

/**
 * RECEIVES a notice about a GIF that the viewer can see: every notice goes through here. `statements` are the texts
 * that the sender agreed to, `address` is that of the client. Throws AppError not_found, and rate_limited or
 * unavailable when there are too many notices.
 */
export async function sendNotice(
  { catalogue, notices }: CatalogueStores,
  daily: UseLimit,
  code: string,
  { viewer, address }: { viewer: Viewer; address: string },
  { notice, statements }: { notice: ReadNotice; statements: string[] },
): Promise<SentNotice> {
  const gif = await showGif(catalogue, code, viewer)
  if (daily !== null) {
    const { remaining, resetSeconds } = await daily.counter.add(address, daily.max)
    if (remaining < 0) {
      throw new AppError('rate_limited', { detail: 'noticesOfDay' }, { retryAfterSeconds: resetSeconds })
    }
  }
  const secret = randomId(32)
  const reference = newReference()
  const limits: OpenLimits = {
    ofReason: notice.contact === null ? openLimits.ofReason : openLimits.ofReasonWithContact,
    inAll: openLimits.inAll,
  }
  const added = await notices.add(
    {
      ...notice,
      statements,
      reference,
      gifId: gif.id,
      secretHash: hashSecret(secret),
      reporterId: viewer.account?.id ?? null,
    },
    limits,
  )
  if (added === 'gone') throw new AppError('not_found', { detail: 'noGif' })
  if (added === 'reason_full') throw new AppError('rate_limited', { detail: 'noticeReasonFull' })
  if (added === 'all_full') throw new AppError('unavailable', { detail: 'noticesFull' })
  return { reference, secret }
}

/** Letters and digits that are not confused when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns the reference of a notice, of 10 characters: it does not reveal how many notices exist. */
function newReference(): string {
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
