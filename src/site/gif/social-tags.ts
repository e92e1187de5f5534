import { type Gif, isNsfw, isOpen } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { altOf } from '../kit/gifs/stills.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Chat programs do not fetch a larger picture, or not in time; they get the still instead. */
const maxPictureBytes = 5_000_000

/**
 * The tags that make a link to the GIF play in chat programs. Discord and Telegram play the MP4 of `og:video`;
 * Discord shows a still instead if the Twitter card is a large picture, so the card is of the type `player`. Slack and others
 * without video show the GIF of `og:image`. A GIF that not everyone may see has no tags, so that nothing can leak; an NSFW
 * GIF has no picture, and one that flashes has only its still.
 */
export function socialTags(view: SiteView, gif: Gif): Html | null {
  if (!isOpen(gif)) return null
  const { name, links } = view
  const page = links.absolute(`/${gif.code}`)
  const embedding = links.absolute(`/oembed?url=${encodeURIComponent(page)}&format=json`)
  return html`<link rel="canonical" href="${page}" />
    <link rel="alternate" type="application/json+oembed" href="${embedding}" title="${gif.title}" />
    ${property('og:site_name', name)}${property('og:title', gif.title)}${property('og:url', page)}${named('twitter:title', gif.title)}
    ${
      isNsfw(gif)
        ? [property('og:type', 'website'), named('twitter:card', 'summary'), named('rating', 'adult')]
        : gif.flashing === true
          ? [property('og:type', 'website'), picture(view, gif), named('twitter:card', 'summary_large_image')]
          : [property('og:type', 'video.other'), picture(view, gif), video(view, gif)]
    }`
}

function picture({ mediaUrls }: SiteView, gif: Gif): Html {
  const moves = gif.flashing !== true && (gif.renditions.gif?.bytes ?? Infinity) <= maxPictureBytes
  const url = mediaUrls.urlOf(gif, moves ? 'gif' : 'thumb')
  return html`${property('og:image', url)}${property('og:image:type', moves ? 'image/gif' : 'image/jpeg')}${sizes('og:image', gif)}${property('og:image:alt', altOf(gif))}${named('twitter:image', url)}${named('twitter:image:alt', altOf(gif))}`
}

function video({ links, mediaUrls }: SiteView, gif: Gif): Html {
  const mp4 = mediaUrls.urlOf(gif, 'mp4')
  const player = links.absolute(`/embed/${gif.code}`)
  return html`${property('og:video', mp4)}${mp4.startsWith('https:') && property('og:video:secure_url', mp4)}${property('og:video:type', 'video/mp4')}${sizes('og:video', gif)}${named('twitter:card', 'player')}${named('twitter:player', player)}${named('twitter:player:width', gif.width)}${named('twitter:player:height', gif.height)}${named('twitter:player:stream', mp4)}${named('twitter:player:stream:content_type', 'video/mp4')}`
}

function sizes(key: string, { width, height }: Gif): Html {
  return html`${property(`${key}:width`, width)}${property(`${key}:height`, height)}`
}

function property(key: string, value: string | number): Html {
  return html`<meta property="${key}" content="${value}" /> `
}

function named(key: string, value: string | number): Html {
  return html`<meta name="${key}" content="${value}" /> `
}
