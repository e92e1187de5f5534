import type { MediaUrls } from '../media/media-urls.ts'
import type { Assets } from './assets.ts'
import type { Links } from './links.ts'

/** What every page needs to know of the site it is part of. */
export type SiteView = {
  name: string
  links: Links
  assets: Assets
  mediaUrls: Pick<MediaUrls, 'urlOf'>
}
