import { visitor } from '../../accounts/account.ts'
import type { CollectionStore } from '../../catalogue/collections/collection-store.ts'
import { showCollection } from '../../catalogue/collections/show-collection.ts'
import { frameCode } from '../kit/page/frame-code.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { type OembedQuery, oembedBase } from './oembed.ts'

/** How large a frame of a collection is, where there is room. */
const frame = { width: 640, height: 480 }

/**
 * The answer of oEmbed 1.0 for a collection: its frame. Throws AppError not_found for an unknown and for a private or hidden
 * one, whoever the viewer is.
 */
export async function oembedOfCollection(
  view: SiteView,
  collections: CollectionStore,
  code: string,
  { maxWidth, maxHeight }: Pick<OembedQuery, 'maxWidth' | 'maxHeight'>,
) {
  const { name, description } = await showCollection(collections, code, visitor)
  const [width, height] = [Math.min(frame.width, maxWidth), Math.min(frame.height, maxHeight)]
  const src = view.links.absolute(`/c/${code}/embed`)
  return {
    ...oembedBase(view, name),
    ...(description !== null && { description }),
    type: 'rich',
    html: String(frameCode({ src, title: name, width, height })),
    width,
    height,
  }
}
