import { type Gif, isListed, isNsfw } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { RenditionName } from '../../../media/rendition.ts'
import { resolveRendition } from '../../../media/resolve-rendition.ts'
import type { SiteView } from '../page/site-view.ts'
import { stillSources } from './stills.ts'
import { icon } from '../page/icon.ts'
import { favoriteButton } from './favorite-button.ts'

/** The grid rows that a square GIF spans; `columns.css` divides a column's width by the same number. */
const rowsOfSquare = 48

/** The limits beyond which wide and tall GIFs are cropped, so that none fills the whole grid. */
const rowLimits = { min: 20, max: 86 }

/** The width of a card, by the columns of grid.css. */
const sizes =
  '(min-width: 128rem) 13vw, (min-width: 110rem) 14vw, (min-width: 94rem) 15vw, (min-width: 75rem) 18vw, (min-width: 56rem) 23vw, (min-width: 37rem) 31vw, 47vw'

/** The width below which a video narrower than its GIF looks blurred in a card. */
const minVideoWidth = 280

export type CardOptions = {
  /** True for a card that is visible at once, whose still loads first. */
  first?: boolean
}

/**
 * A GIF in a grid: a still, over which the client plays the video while the card is in view. Its classes reserve its
 * space before anything loads. An NSFW GIF is blurred and never plays by itself; one that flashes stays blurred and
 * still, and has no addresses to play.
 */
export function gifCard(view: SiteView, gif: Gif, { first = false }: CardOptions = {}): Html {
  const { links, mediaUrls, messages } = view
  return html`<li
    class="card ${rowClasses(gif)}${isNsfw(gif) && ' card--nsfw'}${gif.flashing === true && ' card--flashing'}"
  >
    <a
      href="${links.path(`/${gif.code}`)}"
      ${
        gif.flashing !== true &&
        html`data-mp4="${mediaUrls.urlOf(gif, cardVideo(gif))}" data-webp="${mediaUrls.urlOf(gif, 'webp')}"`
      }
      ><img
        ${stillSources(view, gif, first ? sizes : `auto, ${sizes}`)}
        alt="${gif.alt ?? ''}"
        width="${gif.width}"
        height="${gif.height}"
        ${first ? html` fetchpriority="high"` : html` loading="lazy"`}
        decoding="async"
      />${(isNsfw(gif) || gif.flashing === true) && html`<span class="card__mark">${isNsfw(gif) ? messages.kit.nsfw : messages.kit.flashing}</span>`}<span
        class="card__title"
        ><span class="cut" dir="auto">${gif.title}</span></span
      ></a
    >${cardActions(view, gif)}
  </li> `
}

function cardVideo(gif: Gif): RenditionName {
  const { name, file } = resolveRendition(gif, 'mp4In320')
  return file.width >= Math.min(minVideoWidth, gif.width) ? name : 'mp4'
}

/** The classes that reserve a card's space in the grid: tens and units of its height in rows. */
function rowClasses({ width, height }: { width: number; height: number }): string {
  const rows = Math.round((rowsOfSquare * height) / width)
  const kept = Math.min(rowLimits.max, Math.max(rowLimits.min, rows))
  return `t${Math.floor(kept / 10)} u${kept % 10}`
}

/**
 * The actions of a card on hover and focus; touch screens have them on the page of the GIF. Without script, copying
 * leads to the link field on that page.
 */
function cardActions(view: SiteView, gif: Gif): Html {
  const { links, messages } = view
  const texts = messages.kit.cardActions
  const page = links.path(`/${gif.code}`)
  const use = isListed(gif) && html` data-use="${links.path(`/api/use/${gif.code}`)}"`
  return html`<div class="card__actions" ${use}>
    <form action="${page}#link" data-copy-link>
      <button
        class="card__action"
        type="submit"
        aria-label="${texts.copyLinkAbout(gif.title)}"
        title="${texts.copyLink}"
      >
        ${icon('link')}
      </button>
    </form>
    ${favoriteButton(view, gif, 'card')}
  </div>`
}
