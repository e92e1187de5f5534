import type { Gif } from '../../catalogue/gif.ts'
import type { Collection } from '../../catalogue/collections/collection.ts'
import { type Html, html } from '../../lib/html.ts'
import { atomEntry } from '../kit/gifs/atom-entry.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { xmlText } from '../kit/page/xml.ts'

/** The listed GIFs of a collection in the Atom format, RFC 4287. */
export function collectionFeed(view: SiteView, collection: Collection, gifs: readonly Gif[]): Html {
  const { links, messages, name: siteName } = view
  const self = links.absolute(`/c/${collection.code}/feed.atom`)
  return html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${self}</id>
      <title>${xmlText(messages.collections.page.feedTitle(collection.name, siteName))}</title>
      <updated>${new Date(collection.updatedAt).toISOString()}</updated>
      <author><name>${xmlText(siteName)}</name></author>
      <link rel="self" type="application/atom+xml" href="${self}" />
      <link rel="alternate" type="text/html" href="${links.absolute(`/c/${collection.code}`)}" />
      ${gifs.map((gif) => atomEntry(view, gif))}</feed
    > `
}
