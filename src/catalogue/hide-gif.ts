import type { Viewer } from '../accounts/account.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { changeGif } from './change-gif.ts'
import type { ReportStore } from './report-store.ts'

export type HideGifDeps = {
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'change'>
  reports: Pick<ReportStore, 'settle'>
}

/**
 * Hides a GIF from everyone but its owner and operators; what was reported of it is dealt with by that. Gives how many
 * reports there were. Throws AppError not_found, and forbidden for who is no operator.
 */
export async function hideGif(
  { catalogue, reports }: HideGifDeps,
  code: string,
  viewer: Viewer,
): Promise<{ settled: number }> {
  const gif = await changeGif(catalogue, code, viewer, { hidden: true })
  return { settled: await reports.settle(gif.id) }
}
