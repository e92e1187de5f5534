import type { Viewer } from '../../../accounts/account.ts'
import type { DefaultRating } from '../../../catalogue/gif.ts'
import type { PublishingRule } from '../../../catalogue/publishing/publishing-rules.ts'
import type { MediaUrls } from '../../../media/media-urls.ts'
import type { Assets } from '../assets/assets.ts'
import type { Language } from '../../messages/languages.ts'
import type { Messages } from '../../messages/messages.ts'
import type { Links } from './links.ts'
import { english } from '../../messages/en/messages.ts'

/** The pages that an operator may provide, by the names of their files and addresses. */
export const operatorPages = ['about', 'terms', 'privacy'] as const

type OperatorPage = (typeof operatorPages)[number]

/** Everything that a page needs to know about the site and its viewer. */
export type SiteView = {
  name: string
  language: Language
  messages: Messages
  links: Links
  assets: Assets
  mediaUrls: MediaUrls
  viewer: Viewer
  /** The rating that unrated GIFs count as. */
  defaultRating: DefaultRating
  /** The path and query of the request, to return to after signing in. */
  address: string
  /** True if visitors may create accounts in any way. */
  signUpOpen: boolean
  /** True if people can sign in with passwords. */
  passwords: boolean
  /** True if visitors may create accounts with a password. */
  passwordSignUp: boolean
  /** The name of the sign-on provider; null without a provider. */
  signOnName: string | null
  /** True if the session began at the provider, which then also confirms the person's identity. */
  confirmsBySignOn: boolean
  /** The pages that the operator has provided. */
  operatorPages: readonly OperatorPage[]
  /** The ids of the GIFs of this page that are favorites of its viewer; see requests/with-favorites.ts. */
  favorites: ReadonlySet<number>
  /** True if making GIFs requires an account. */
  accountNeeded: boolean
  /** The publishing rule: who may publish GIFs. */
  publishing: PublishingRule
  /** The time for which visitors' unpublished GIFs are kept; null: forever. */
  keepUnpublishedMs: number | null
  /** The text of the watermark on the viewer's GIFs; null for none. */
  watermark: string | null
}

/** The view for content that is English in every language: the pages for developers, including their buttons. */
export function inEnglish(view: SiteView): SiteView {
  return { ...view, messages: english }
}
