import type { Viewer } from '../../../accounts/account.ts'
import type { Rating } from '../../../catalogue/gif.ts'
import { caseToDecide, decideCase } from '../../../catalogue/notices/decide-case.ts'
import type { DecisionAction } from '../../../catalogue/notices/notice.ts'
import type { Site } from '../../site.ts'
import { decisionTexts, statementOf } from './notice-texts.ts'

/** Decides about a GIF with the chosen text, or else the suggested one. Throws like `decideCase`. */
export async function decideWithText(
  site: Site,
  code: string,
  viewer: Viewer,
  decision: { action: DecisionAction; rating?: Rating; chosen?: string; words?: string },
): Promise<{ resolved: number }> {
  const about = await caseToDecide(site, code, viewer)
  const reasons = about.notices.filter(({ closedAt }) => closedAt === null).map(({ reason }) => reason)
  const offered = decisionTexts(site.texts, site.settings.name, about)
  const { action, rating } = decision
  return decideCase(site, code, viewer, {
    action,
    ...(rating !== undefined && { rating }),
    ...statementOf(offered, { ...decision, reasons }),
  })
}

/** Hides or unhides a GIF with the suggested text. Throws like `decideCase`. */
export async function hideOrShow(
  site: Site,
  code: string,
  viewer: Viewer,
  hidden: boolean,
): Promise<{ resolved: number }> {
  if (!hidden) {
    const { gif } = await caseToDecide(site, code, viewer)
    if (gif?.hidden === false) return { resolved: 0 }
  }
  return decideWithText(site, code, viewer, { action: hidden ? 'hide' : 'restore' })
}
