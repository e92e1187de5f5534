import { type Html, html } from '../../lib/html.ts'
import { variantList } from '../kit/gifs/variant-list.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { presentSource } from './present-source.ts'
import type { ShownSource } from './opened-form.ts'

/**
 * The prepared source of the form, outside of it: what is seen of it without script, and what can be done with it. The
 * browser's modules read it from `data-source`.
 */
export function preparedSection(view: SiteView, shown: ShownSource): Html {
  const { links } = view
  const texts = view.messages.maker.prepared
  const answer = presentSource(view, shown, shown.gifs, shown.pictures)
  const path = links.path(`/create/sources/${shown.source.id}`)
  const { formatDuration, formatDateTime } = view.messages.formats
  const isUnderWay = answer.status === 'waiting' || answer.status === 'processing'
  return html`<section
    class="prepared"
    aria-labelledby="prepared"
    data-prepared
    data-source="${JSON.stringify(answer)}"
  >
    <h2 id="prepared">${texts.heading}</h2>
    <noscript>
      ${isUnderWay && html`<p role="status">${texts.waiting}</p>`}
      ${answer.status === 'error' && html`<p class="notice notice--error">${answer.error?.message.replaceAll('`', '')}</p>`}
      ${
        answer.status === 'none' &&
        html`<form method="post" action="${path}/more">
          <button class="button" type="submit">${texts.show}</button>
        </form>`
      }
      ${answer.preview !== null && previewOf(answer.preview)}
      ${
        answer.preview !== null &&
        answer.preview.shownSeconds < answer.preview.seconds &&
        html`<p>
            ${texts.part(formatDuration(answer.preview.shownSeconds * 1000), formatDuration(answer.preview.seconds * 1000))}
          </p>
          <form method="post" action="${path}/more">
            <button class="button" type="submit">${texts.more}</button>
          </form>`
      }
      <div class="actions">
        ${isUnderWay && html`<a class="button" href="${links.path(`/create?prepared=${answer.id}`)}">${texts.refresh}</a>`}
        <form method="post" action="${path}/discard">
          <button class="button" type="submit">${texts.discard}</button>
        </form>
      </div>
    </noscript>
    <p class="note">${texts.until(formatDateTime(answer.until))}</p>
  </section>`
}

function previewOf({ url, type }: NonNullable<ReturnType<typeof presentSource>['preview']>): Html {
  return type === 'png' || type === 'jpeg'
    ? html`<img class="prepared__preview" src="${url}" alt="" />`
    : html`<video
        class="prepared__preview"
        src="${url}"
        controls
        muted
        playsinline
        preload="metadata"
      ></video>`
}

/** The kept pictures of the form, in places that can be changed without script too; with script they are thumbnails. */
export function keptPictures(view: SiteView, shown: ShownSource | null): Html | null {
  if (shown?.source.kind !== 'pictures') return null
  const texts = view.messages.maker.prepared
  const { pictures } = presentSource(view, shown, [], shown.pictures)
  return html`<fieldset class="kept-pictures plain-only" data-for="pictures">
    <legend class="field__label">${texts.pictures}</legend>
    <input type="hidden" name="kept_pictures" value="" />
    ${pictures.map(
      ({ name, url }, index) =>
        html`<label class="kept-pictures__one">
          <img src="${url}" alt="" loading="lazy" />
          ${texts.picture(index + 1)}
          <input type="hidden" name="kept_pictures" value="${name}" />
          <input
            class="field__input"
            type="number"
            name="kept_places"
            value="${index + 1}"
            min="0"
            inputmode="numeric"
            autocomplete="off"
          />
        </label>`,
    )}
    <p class="field__hint">${texts.picturesHint}</p>
  </fieldset>`
}

/** The GIFs that were made of the source, side by side; empty and hidden where there is none yet. */
export function compareSection(view: SiteView, shown: ShownSource | null): Html {
  const texts = view.messages.kit.variants
  const gifs = shown?.gifs ?? []
  return html`<section
    class="variants"
    aria-labelledby="variants"
    data-compare
    ${gifs.length === 0 && html` hidden`}
  >
    <h2 id="variants">${texts.heading}</h2>
    ${shown === null ? html`<ul class="variants__list" data-variants></ul>` : variantList(view, { sourceId: shown.source.id, gifs })}
  </section>`
}
