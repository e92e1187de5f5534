import { createHash } from 'node:crypto'
import type { Viewer } from '../../accounts/account.ts'
import type { Gif, GifChange, Rating } from '../gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { cleanLines } from '../../lib/text/clean-text.ts'
import { removeMedia } from '../../media/media-files.ts'
import type { MediaStore } from '../../media/media-store.ts'
import { renditionKey } from '../../media/rendition.ts'
import { isVisible } from '../show-gif.ts'
import { asSeenBy } from './list-cases.ts'
import { type DecisionAction, type NoticeCase, possibleActions } from './notice.ts'
import type { CatalogueStores } from '../catalogue-stores.ts'

/** The most characters of what is said about a decision. */
export const statementLength = 4000

export type DecisionInput = {
  action: DecisionAction
  /** For `rate`. */
  rating?: Rating
  statement: string
  textBlock: string | null
}

/**
 * The case of a GIF for an operator; one without notices and decisions where nothing was said about the GIF yet. Throws
 * AppError forbidden for who is no operator, and not_found where there is neither a case nor a GIF that the viewer sees.
 */
export async function caseToDecide(
  { catalogue, notices }: CatalogueStores,
  code: string,
  viewer: Viewer,
): Promise<NoticeCase> {
  if (viewer.account?.admin !== true) throw notAllowed()
  const found = await notices.caseOf(code)
  const gif = found?.gif ?? (await catalogue.gifByCode(code)) ?? null
  if (found !== undefined) return asSeenBy({ ...found, gif }, viewer)
  if (gif === null || !isVisible(gif, viewer, false)) throw noCase()
  const { title, ownerId } = gif
  return { code, gif, title, ownerId, contentHash: null, notices: [], decisions: [], counterNotices: [] }
}

/**
 * DECIDES about a GIF, which is the only way that one is hidden, and shown again: records the decision with its reason,
 * closes all that waits for it, and does to the GIF what was decided. Gives how many notices were closed. Throws AppError
 * not_found, forbidden for who is no operator, missing_value without a reason, and invalid_value for what cannot be
 * decided now.
 */
export async function decideCase(
  stores: CatalogueStores,
  code: string,
  viewer: Viewer,
  input: DecisionInput,
): Promise<{ resolved: number }> {
  const { account } = viewer
  if (account?.admin !== true) throw notAllowed()
  const about = await caseToDecide(stores, code, viewer)
  const { action } = input
  const statement = readStatement(input.statement)
  checkPossible(about, action)
  const rating = action === 'rate' ? (input.rating ?? 'r') : null
  const { gif } = about
  const decision = {
    code,
    gif,
    action,
    rating,
    statement,
    textBlock: input.textBlock,
    decidedBy: account.email,
    contentHash: about.contentHash ?? (gif === null ? null : await hashOfGif(stores.mediaStore, gif)),
    change: gif === null ? null : changeOf(action, rating),
  }
  // Checks the current state of the case: another operator may have decided it, or the owner changed the GIF.
  const decided = await stores.notices.decide(decision, (now) => checkPossible(asSeenBy(now, viewer), action))
  if (decided === undefined) throw noCase()
  if (action === 'remove' && gif !== null) {
    if (!(await stores.catalogue.isMediaNamed(gif.mediaId))) await removeMedia(stores.mediaStore, gif.mediaId)
  }
  return decided
}

/** Throws AppError invalid_value if the action is not possible for the case. */
function checkPossible(about: NoticeCase, action: DecisionAction): void {
  if (possibleActions(about).includes(action)) return
  throw new AppError('invalid_value', { detail: 'notDecidable' }, { field: 'action' })
}

function changeOf(action: DecisionAction, rating: Rating | null): GifChange | 'remove' | null {
  if (action === 'remove') return 'remove'
  if (action === 'hide') return { hidden: true }
  if (action === 'restore') return { hidden: false }
  return rating === null ? null : { rating }
}

function readStatement(typed: string): string {
  const isLong = typed.length > 2 * statementLength
  const statement = isLong ? '' : cleanLines(typed)
  if (isLong || [...statement].length > statementLength) {
    throw new AppError(
      'invalid_value',
      { detail: 'statementLength', max: statementLength },
      { field: 'statement' },
    )
  }
  if (statement === '') {
    throw new AppError('missing_value', { detail: 'decisionNeedsReason' }, { field: 'statement' })
  }
  return statement
}

/** The SHA-256 of the GIF's file in hexadecimal digits; null when the file is not there. */
async function hashOfGif(mediaStore: MediaStore, { mediaId }: Gif): Promise<string | null> {
  const key = renditionKey(mediaId, 'gif')
  if ((await mediaStore.stat(key)) === undefined) return null
  const hash = createHash('sha256')
  for await (const chunk of await mediaStore.read(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function notAllowed(): AppError {
  return new AppError('forbidden', { detail: 'onlyOperatorDecides' })
}

function noCase(): AppError {
  return new AppError('not_found', { detail: 'noGifOrCase' })
}
