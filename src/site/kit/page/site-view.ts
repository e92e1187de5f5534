import type { Viewer } from '../../../accounts/account.ts'
import type { DefaultRating } from '../../../catalogue/gif.ts'
import type { MediaUrls } from '../../../media/media-urls.ts'
import type { Assets } from '../assets/assets.ts'
import type { Messages } from '../../messages/messages.ts'
import type { Links } from './links.ts'

/** What every page needs to know about the site and its viewer. */
export type SiteView = {
  name: string
  messages: Messages
  links: Links
  assets: Assets
  mediaUrls: Pick<MediaUrls, 'urlOf'>
  viewer: Viewer
  /** How GIFs that nobody has rated are read. */
  defaultRating: DefaultRating
  /** Path and query of the request, to come back to after signing in. */
  address: string
  signUpOpen: boolean
  /** Whether only accounts may make GIFs. */
  accountNeeded: boolean
}
