import { type Html, html } from '../../lib/html.ts'
import { layerFolder } from '../kit/assets/layer-files.ts'
import { textField } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { MakerFormData } from './option-field.ts'
import { optionGroup } from './option-group.ts'

/** The types of pictures that can be stickers. */
const stickerTypes = 'image/png,image/webp,image/gif'

/**
 * Captions, stickers and blurred regions: two fields in a plain form. With script they are layers, whose editor is loaded
 * when the panel is opened.
 */
export function captionsPanel(view: SiteView, { fields, limits, error, messages }: MakerFormData): Html {
  const licenses = view.links.path(`${layerFolder}licenses.txt`)
  const texts = messages.captions
  const { maxTextLength } = limits.layers
  const caption = (name: 'caption_top' | 'caption_bottom', label: string, value: string) =>
    textField({
      label,
      name,
      value,
      maxLength: maxTextLength,
      autocomplete: 'off',
      hint: texts.plainHint,
      error,
    })
  return optionGroup({
    name: 'captions',
    title: texts.panel,
    shortTitle: messages.options.shortPanels.captions,
    state: html`<span data-layer-state></span>`,
    body: html`<div class="captions plain-only" data-captions>
        ${caption('caption_top', texts.top, fields.captionTop)}
        ${caption('caption_bottom', texts.bottom, fields.captionBottom)}
      </div>
      ${fields.layersWithStickers !== '' && html`<p class="field__hint plain-only">${texts.stickersGone}</p>`}
      <div class="layers live-only">
        <div class="layers__add" role="group" aria-label="${texts.add}">
          <button class="button" type="button" data-add-layer="text">${texts.addText}</button>
          <button class="button" type="button" data-add-layer="captions">${texts.addCaptions}</button>
          <label class="button layers__file"
            >${texts.addSticker}<input
              class="visually-hidden"
              type="file"
              multiple
              accept="${stickerTypes}"
              data-add-sticker
          /></label>
          <button class="button" type="button" data-add-layer="blur">${texts.addBlur}</button>
        </div>
        <p class="field__error layers__note" role="status" data-layer-note></p>
        <ol class="layers__list" aria-label="${texts.list}" data-layer-list hidden></ol>
        <p class="field__hint" data-layer-help hidden>${texts.help}</p>
        <p class="layers__undo" role="status" data-layer-undo hidden></p>
        <div class="layer-properties" data-layer-properties hidden></div>
        <p class="field__hint">
          <a href="${licenses}" target="_blank" rel="noopener"
            >${texts.licenses}<span class="visually-hidden">${texts.newTab}</span></a
          >
        </p>
      </div>
      <input
        type="hidden"
        name="layers"
        value="${fields.layers}"
        data-layers-field
        ${fields.layersWithStickers !== '' && html` data-with-stickers="${fields.layersWithStickers}"`}
      />
      <input type="hidden" name="kept_stickers" value="${fields.keptStickers}" data-kept-stickers />
      <input type="file" name="stickers[]" multiple hidden disabled data-stickers />
      <input type="file" multiple hidden disabled data-kept-sticker-files />`,
  })
}
