import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Asks before all variants of a source but one are deleted. */
export function keepVariantPage(
  view: SiteView,
  { sourceId, kept, others }: { sourceId: string; kept: Gif; others: readonly Gif[] },
): Html {
  const { links } = view
  const texts = view.messages.kit.variants
  const picture = (gif: Gif) =>
    html`<li class="variants__item">
      <img src="${view.mediaUrls.urlOf(gif, 'thumb')}" alt="" width="${gif.width}" height="${gif.height}" />
      <p class="variants__facts">
        <strong>${view.messages.formats.formatBytes(gif.renditions.gif?.bytes ?? 0)}</strong>
        <span>${gif.width} × ${gif.height}</span>
      </p>
    </li>`
  return layout(view, {
    feature: 'maker',
    title: texts.confirmTitle,
    indexed: false,
    main: html`<div class="making variants">
      <h1>${texts.confirmTitle}</h1>
      <h2>${texts.kept}</h2>
      <ul class="variants__list">
        ${picture(kept)}
      </ul>
      <h2>${texts.deleted(others.length)}</h2>
      <ul class="variants__list">
        ${others.map(picture)}
      </ul>
      <form method="post" action="${links.path(`/create/sources/${sourceId}/keep`)}">
        <input type="hidden" name="code" value="${kept.code}" />
        <div class="actions">
          <button class="button button--danger" type="submit">${texts.confirm(others.length)}</button>
          <a class="button" href="${links.path(`/create?edit=${kept.code}`)}">${texts.back}</a>
        </div>
      </form>
    </div>`,
  })
}
