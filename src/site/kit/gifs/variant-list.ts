import type { Gif } from '../../../catalogue/gif.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { SiteView } from '../page/site-view.ts'

/**
 * The GIFs of one source side by side with their sizes, for the person who made them. Each can be edited, or kept while
 * the others are deleted.
 */
export function variantList(
  view: SiteView,
  { sourceId, gifs, current = null }: { sourceId: string; gifs: readonly Gif[]; current?: string | null },
): Html {
  const texts = view.messages.kit.variants
  return html`<ul class="variants__list" data-variants>
    ${gifs.map(
      (gif) =>
        html`<li class="variants__item" ${gif.code === current && html` aria-current="true"`}>
          <a class="variants__picture" href="${view.links.path(`/${gif.code}`)}"
            ><img
              src="${view.mediaUrls.urlOf(gif, 'thumb')}"
              alt="${gif.title}"
              width="${gif.width}"
              height="${gif.height}"
              loading="lazy"
          /></a>
          <p class="variants__facts">
            <strong>${view.messages.formats.formatBytes(gif.renditions.gif?.bytes ?? 0)}</strong>
            <span>${gif.width} × ${gif.height}</span>
          </p>
          <div class="variants__actions">
            <a
              class="button button--small"
              href="${view.links.path(`/create?edit=${gif.code}`)}"
              aria-label="${texts.editAbout(view.messages.formats.formatBytes(gif.renditions.gif?.bytes ?? 0))}"
              >${texts.edit}</a
            >
            ${
              gifs.length > 1 &&
              html`<a
                class="button button--small"
                href="${view.links.path(`/create/sources/${sourceId}/keep?code=${gif.code}`)}"
                >${texts.keep}</a
              >`
            }
          </div>
        </li>`,
    )}
  </ul>`
}
