import type { SiteView } from '../kit/page/site-view.ts'
import { english } from '../messages/en/messages.ts'

/** The view for what is in English in every language: the pages for developers, with the labels of their buttons. */
export function inEnglish(view: SiteView): SiteView {
  return { ...view, messages: english }
}
