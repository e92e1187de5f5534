import type { Viewer } from '../accounts/account.ts'
import { AppError } from '../lib/app-error.ts'
import { cleanLines } from '../lib/text/clean-text.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import type { Gif } from './gif.ts'
import { isReportReason } from './report.ts'
import type { ReportStore } from './report-store.ts'
import { showGif } from './show-gif.ts'

export const reportLength = 1000

/** No longer text is looked at: see cleanLines. A character outside of the first plane counts twice here. */
const maxRawLength = 2 * reportLength

/** More open reports of one GIF for one reason would not help the operator. */
const maxOpenReports = 5

export type ReportGifDeps = { catalogue: CatalogueStore; reports: Pick<ReportStore, 'add'> }

/**
 * Reports a GIF that the viewer can see to the operator; returns the GIF. `words` may be empty.
 * Throws AppError not_found, and invalid_value for an unknown reason or a text that is too long.
 */
export async function reportGif(
  { catalogue, reports }: ReportGifDeps,
  code: string,
  viewer: Viewer,
  report: { reason: string; words: string },
): Promise<Gif> {
  const gif = await showGif(catalogue, code, viewer)
  const { reason } = report
  if (!isReportReason(reason)) {
    throw new AppError('invalid_value', 'Choose what is wrong with this GIF.', { field: 'reason' })
  }
  const isLong = report.words.length > maxRawLength
  const words = isLong ? '' : cleanLines(report.words)
  if (isLong || [...words].length > reportLength) {
    throw new AppError('invalid_value', `\`words\` must have at most ${reportLength} characters.`, {
      field: 'words',
    })
  }
  const reporterId = viewer.account?.id ?? null
  await reports.add({ gifId: gif.id, reason, words, reporterId, maxOpen: maxOpenReports })
  return gif
}
