import { type Html, html, xmlText } from '../../lib/html.ts'
import { atomEntry, atomTime } from '../kit/gifs/atom-entry.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { FeedData } from './load-feed.ts'

/** The update time of a feed without entries; the format requires one. */
const never = '1970-01-01T00:00:00.000Z'

/** The newest GIFs of a search as an Atom feed, RFC 4287. */
export function atomFeed(view: SiteView, { search, category, gifs }: FeedData): Html {
  const { links, messages, name } = view
  const { text } = search
  const title = messages.browse.feedTitle(
    name,
    [text, category?.name ?? ''].filter((part) => part !== '').join(', '),
  )
  const self = new URL(links.feed(search), links.absolute('/')).href
  const page = new URL(links.search({ ...search, page: 1 }), links.absolute('/')).href
  const [newest] = gifs
  return html`<?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
      <id>${self}</id>
      <title>${xmlText(title)}</title>
      <updated>${newest === undefined ? never : atomTime(newest)}</updated>
      <author><name>${xmlText(name)}</name></author>
      <link rel="self" type="application/atom+xml" href="${self}" />
      <link rel="alternate" type="text/html" href="${page}" />
      ${gifs.map((gif) => atomEntry(view, gif))}</feed
    > `
}
