import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import { type Collection, isOpenCollection } from '../../catalogue/collections/collection.ts'
import { type Html, html } from '../../lib/html.ts'
import { altOf } from '../kit/gifs/stills.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** The most pictures offered; chat programs show one to four. */
const maxPictures = 4

type Shown = { collection: Collection; gifs: readonly Gif[]; listed: number }

/**
 * The tags that give a link to a collection a preview in chat programs, with the stills of its first GIFs. Null for a
 * collection that not everyone may see; NSFW and unlisted GIFs are left out.
 */
export function collectionTags(view: SiteView, { collection, gifs, listed }: Shown): Html | null {
  if (!isOpenCollection(collection)) return null
  const { name: siteName, links, mediaUrls, messages } = view
  const texts = messages.collections.page
  const { code, name } = collection
  const page = links.absolute(`/c/${code}`)
  const embedding = links.absolute(`/oembed?url=${encodeURIComponent(page)}&format=json`)
  const pictures = gifs
    .filter((gif) => gif.visibility === 'public' && !gif.hidden && !isNsfw(gif))
    .slice(0, maxPictures)
  const description = collection.description ?? texts.description(name, listed)
  return html`<link rel="canonical" href="${page}" />
    <link rel="alternate" type="application/json+oembed" href="${embedding}" title="${name}" />
    <link
      rel="alternate"
      type="application/atom+xml"
      href="${links.path(`/c/${code}/feed.atom`)}"
      title="${texts.feedTitle(name, siteName)}"
    />
    ${property('og:type', 'website')}${property('og:site_name', siteName)}${property('og:title', name)}${property('og:url', page)}${property('og:description', description)}
    ${pictures.map((gif) => html`${property('og:image', mediaUrls.urlOf(gif, 'thumb'))}${property('og:image:width', gif.width)}${property('og:image:height', gif.height)}${property('og:image:alt', altOf(gif))}`)}
    <meta name="twitter:card" content="${pictures.length > 0 ? 'summary_large_image' : 'summary'}" />`
}

function property(key: string, value: string | number): Html {
  return html`<meta property="${key}" content="${value}" /> `
}
