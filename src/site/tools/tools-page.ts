import type { Category } from '../../catalogue/category.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { type Html, html } from '../../lib/html.ts'
import { videoFileTypes } from '../../media/accepted-files.ts'
import { choiceField, formError, textField } from '../kit/forms/fields.ts'
import { gifDownloads } from '../kit/gifs/gif-downloads.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { typedText } from '../kit/requests/post-form.ts'
import { otherFormats } from './client/convert/messages.ts'
import { type ToolFieldData, toolFields, toolNames } from './tool-fields.ts'

export type ToolsPageData = ToolFieldData & {
  /** The GIF of the library that is changed; null for a file. */
  gif: Gif | null
  categories: readonly Category[]
  limits: { maxUploadBytes: number }
}

/** The tools: one form, which the browser's script does at once and the server without it. */
export function toolsPage(view: SiteView, page: ToolsPageData): Html {
  const { links, assets } = view
  const { gif, limits, typed, error } = page
  const texts = view.messages.tools
  return layout(view, {
    feature: 'tools',
    title: gif === null ? texts.title : texts.titleOf(gif.title),
    description: texts.description,
    indexed: gif === null,
    main: html`<div class="tools">
      <h1>${texts.title}</h1>
      <p class="tools__lead soft">${texts.lead}</p>
      ${formError(error, [...toolNames, 'file', 'gif', 'title', 'category'])}
      <form
        class="tools__form"
        method="post"
        action="${links.path('/tools')}"
        enctype="multipart/form-data"
        data-tools
        data-worker="${links.path(assets.toolsWorker.path)}"
        data-max-frames="${limits.maxEditedFrames}"
        data-max-width="${limits.maxWidth}"
        ${gif !== null && html` data-source="${links.path(`/tools/${gif.code}/gif`)}" data-name="${gif.code}"`}
      >
        <section class="tools__stage" aria-labelledby="tools-source">
          <h2 id="tools-source">${texts.source}</h2>
          ${gif === null ? fileFields(view, page) : sourceOf(view, gif)} ${resultView(view)}
        </section>
        <section class="tools__strip" aria-labelledby="tools-frames" data-strip-panel hidden>
          <h2 id="tools-frames">${texts.strip.title}</h2>
          <p class="soft" id="strip-help">${texts.strip.help}</p>
          <div class="tools__strip-actions" data-strip-actions></div>
          <ol class="strip" data-strip aria-describedby="strip-help"></ol>
        </section>
        <section class="tools__options panel" aria-labelledby="tools-changes">
          <h2 id="tools-changes">${texts.changes}</h2>
          ${toolFields(view, { ...page, typed })}
        </section>
        <section class="tools__save panel" aria-labelledby="tools-save">
          <h2 id="tools-save">${texts.save.title}</h2>
          ${saveFields(view, page)}
          <p class="notice notice--error" role="alert" data-save-error hidden></p>
          <div class="actions">
            <button class="button button--strong" type="submit">${texts.save.submit}</button>
          </div>
          <p class="soft">${texts.save.hint}</p>
        </section>
      </form>
      ${gif !== null && gifDownloads(view, gif)}
    </div>`,
  })
}

function fileFields(view: SiteView, { typed, error, limits }: ToolsPageData): Html {
  const texts = view.messages.tools
  const hint = texts.fileHint(
    view.messages.maker.source.videoFormats,
    view.messages.formats.formatLimit(limits.maxUploadBytes),
  )
  const field = error?.field === 'file' ? error.message.replaceAll('`', '') : null
  return html`<div class="tools__files">
    <div class="field" data-drop>
      <label for="field-file">${texts.file}</label>
      <input
        type="file"
        id="field-file"
        name="file"
        accept="${videoFileTypes}"
        aria-describedby="field-file-hint"
        ${field !== null && html` aria-invalid="true"`}
      />
      <p class="field__hint" id="field-file-hint">${hint}</p>
      ${field !== null && html`<p class="field__error">${field}</p>`}
    </div>
    ${textField({ label: texts.gif, name: 'gif', value: typedText(typed, 'gif'), autocomplete: 'off', hint: texts.gifHint, error })}
  </div>`
}

function sourceOf(view: SiteView, gif: Gif): Html {
  const texts = view.messages.tools
  const { visibility, rating } = gif
  return html`<input type="hidden" name="gif" value="${gif.code}" />
    ${visibility !== 'public' && html`<input type="hidden" name="visibility" value="${visibility}" />`}
    ${rating !== null && html`<input type="hidden" name="rating" value="${rating}" />`}
    <figure class="tools__figure" data-before>
      <img
        src="${view.mediaUrls.urlOf(gif, 'gif')}"
        alt="${gif.alt ?? gif.title}"
        width="${gif.width}"
        height="${gif.height}"
      />
      <figcaption>
        <a href="${view.links.path(`/${gif.code}`)}" dir="auto">${gif.title}</a>
        <span class="soft"
          >${texts.facts(view.messages.formats.formatBytes(gif.renditions.gif?.bytes ?? 0), gif.width, gif.height, view.messages.formats.formatDuration(gif.durationMs))}</span
        >
      </figcaption>
    </figure>`
}

/** Where the script shows what becomes of the animation; empty until then. */
function resultView(view: SiteView): Html {
  const texts = view.messages.tools.result
  return html`<div class="tools__result" data-result hidden>
    <p class="tools__status" role="status" data-status></p>
    <div class="tools__figure" data-result-image="${texts.image}"></div>
    <div class="tools__facts" data-facts hidden>
      <table class="tools__sizes">
        <caption class="visually-hidden">
          ${texts.caption}
        </caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">${texts.before}</th>
            <th scope="col">${texts.after}</th>
          </tr>
        </thead>
        <tbody>
          ${(['bytes', 'pixels', 'frames', 'seconds'] as const).map(
            (row) =>
              html`<tr data-row="${row}">
                <th scope="row">${texts.rows[row]}</th>
                <td data-value="before"></td>
                <td data-value="after"></td>
              </tr>`,
          )}
          ${otherFormats.map(
            (format) =>
              html`<tr data-row="${format}" hidden>
                <th scope="row">${texts.rows[format]}</th>
                <td data-value="before"></td>
                <td data-value="after"></td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="soft" data-note hidden></p>
    </div>
    <div class="actions">
      <a class="button button--strong" data-download hidden>${texts.download}</a>
      ${otherFormats.map(
        (format) =>
          html`<button
            class="button"
            type="button"
            data-convert="${format}"
            data-worker="${view.links.path(view.assets.toolsConverters[format].path)}"
            hidden
          >
            ${texts[format]}
          </button>`,
      )}
      <button class="button" type="button" data-zip hidden>${texts.zip}</button>
      <button class="button" type="button" data-cancel hidden>${texts.cancel}</button>
    </div>
  </div>`
}

function saveFields(view: SiteView, { gif, categories, typed, error }: ToolsPageData): Html {
  const texts = view.messages.tools.save
  const typedOr = (name: string, value: string) => typedText(typed, name) || value
  return html`${textField({ label: texts.name, name: 'title', value: typedOr('title', gif?.title ?? ''), maxLength: 200, hint: texts.nameHint, error })}
  ${choiceField({
    label: texts.category,
    name: 'category',
    value: typedOr('category', String(gif?.category.id ?? categories.at(-1)?.id ?? '')),
    options: categories.map(({ id, name }) => ({ value: String(id), label: name })),
    error,
  })}`
}
