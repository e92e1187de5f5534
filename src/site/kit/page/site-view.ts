import type { Viewer } from '../../../accounts/account.ts'
import type { DefaultRating } from '../../../catalogue/gif.ts'
import type { PublishingRule } from '../../../catalogue/publishing/publishing-rules.ts'
import type { MediaUrls } from '../../../media/media-urls.ts'
import type { Assets } from '../assets/assets.ts'
import type { Language } from '../../messages/languages.ts'
import type { Messages } from '../../messages/messages.ts'
import type { Links } from './links.ts'

/** The pages that an operator may write, by the names of their files and addresses. */
export const operatorPages = ['about', 'terms', 'privacy'] as const

type OperatorPage = (typeof operatorPages)[number]

/** What every page needs to know about the site and its viewer. */
export type SiteView = {
  name: string
  language: Language
  messages: Messages
  links: Links
  assets: Assets
  mediaUrls: Pick<MediaUrls, 'urlOf' | 'downloadUrlOf'>
  viewer: Viewer
  /** How GIFs that nobody has rated are read. */
  defaultRating: DefaultRating
  /** Path and query of the request, to come back to after signing in. */
  address: string
  /** Whether visitors may create accounts, in one way or the other. */
  signUpOpen: boolean
  /** Whether people sign in by passwords. */
  passwords: boolean
  /** Whether visitors may create accounts with a password. */
  passwordSignUp: boolean
  /** The name of the sign-on provider; null where there is none. */
  signOnName: string | null
  /** Whether the session began at the provider, which then also confirms who its person is. */
  confirmsBySignOn: boolean
  /** Those that the operator wrote. */
  operatorPages: readonly OperatorPage[]
  /** The ids of the GIFs of this page that are favorites of its viewer; see requests/with-favorites.ts. */
  favorites: ReadonlySet<number>
  /** Whether only accounts may make GIFs. */
  accountNeeded: boolean
  /** Who may publish. */
  publishing: PublishingRule
  /** How long unpublished GIFs of visitors are kept; null: forever. */
  keepUnpublishedMs: number | null
  /** The text of the watermark on what the viewer makes; null where it carries none. */
  watermark: string | null
}
