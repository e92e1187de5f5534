import type { Viewer } from '../accounts/account.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { changeGif } from './change-gif.ts'
import type { ReportStore } from './report-store.ts'

export type HideGifDeps = {
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'hasOpenReports' | 'change'>
  reports: Pick<ReportStore, 'settle'>
}

/**
 * Hides a GIF from everyone but its owner and operators, or shows it again. Hiding deals with what was reported of it.
 * Gives how many reports there were. Throws AppError not_found, and forbidden for who is no operator.
 */
export async function setHidden(
  { catalogue, reports }: HideGifDeps,
  code: string,
  viewer: Viewer,
  hidden: boolean,
): Promise<{ settled: number }> {
  const gif = await changeGif(catalogue, code, viewer, { hidden })
  return { settled: hidden ? await reports.settle(gif.id) : 0 }
}
