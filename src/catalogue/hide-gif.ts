import type { Viewer } from '../accounts/account.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { changeGif } from './change-gif.ts'
import type { ReportStore } from './report-store.ts'

export type HideGifDeps = {
  catalogue: Pick<CatalogueStore, 'gifByCode' | 'hasOpenReports' | 'change'>
  reports: Pick<ReportStore, 'resolveReports'>
}

/**
 * Hides a GIF from everyone but its owner and operators, or shows it again. Hiding resolves its reports; returns how many
 * there were. Throws AppError not_found, and forbidden unless the viewer is an operator.
 */
export async function setHidden(
  { catalogue, reports }: HideGifDeps,
  code: string,
  viewer: Viewer,
  hidden: boolean,
): Promise<{ resolved: number }> {
  const gif = await changeGif(catalogue, code, viewer, { hidden })
  return { resolved: hidden ? await reports.resolveReports(gif.id) : 0 }
}
