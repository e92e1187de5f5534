import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { MakerLimits } from './option-field.ts'
import type { FormFields } from './form-fields.ts'
import { panelsSection } from './panels-section.ts'
import { progressSection } from './progress-section.ts'
import type { ShownSource } from './opened-form.ts'
import { compareSection, keptPictures, preparedSection } from './prepared-section.ts'
import { sourceSection } from './source-section.ts'
import { watermarkPath } from './watermark-route.ts'
import { stageSection, timelineSection } from './stage-section.ts'
import { errorSummary, notice } from '../kit/forms/fields.ts'
import { layerFolder } from '../kit/assets/layer-files.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type MakerPageData = {
  categories: readonly Category[]
  limits: MakerLimits
  fields: FormFields
  error: AppError | null
  /** Whether the fields come from an earlier attempt. */
  isRetry: boolean
  /** Whether the fields are those of an earlier creation, which a draft must not change. */
  isAgain?: boolean
  /** Whether something was shared with the site that did not arrive. */
  hasMissedShare?: boolean
  /** The viewer's prepared source that the form is about. */
  prepared?: ShownSource | null
  /** Whether the source that was asked for is not kept any more. */
  isSourceGone?: boolean
}

/** The maker: one form for every source. */
export function makerPage(view: SiteView, page: MakerPageData): Html {
  if (view.accountNeeded && view.viewer.account === null) return accountPage(view)
  const { categories, limits, fields, error, isRetry, isAgain = false, hasMissedShare = false } = page
  const { prepared = null, isSourceGone = false } = page
  const messages = view.messages.maker
  const data = { fields, limits, error, messages, formats: view.messages.formats }
  const needsFile = fields.source !== 'url'
  return layout(view, {
    feature: 'maker',
    title: messages.title,
    description: messages.description,
    main: html`<div class="maker-page">
      <div class="heading"><h1>${messages.title}</h1></div>
      <section
        class="recent"
        aria-labelledby="recent"
        data-recent
        data-status="${view.links.path('/api/status/')}"
        data-pages="${view.links.path('/create')}"
        data-gifs="${view.links.path('/')}"
        hidden
      >
        <h2 id="recent">${messages.recent}</h2>
        <ul data-recent-list></ul>
      </section>
      ${hasMissedShare && notice(messages.sharedMissed)} ${isSourceGone && notice(messages.prepared.gone)}
      ${prepared !== null && preparedSection(view, prepared)}
      ${isRetry && notice(needsFile ? messages.retryFiles : messages.retry)}
      <form
        class="maker"
        method="post"
        action="${view.links.path('/create')}"
        enctype="multipart/form-data"
        data-maker
        ${isRetry && html` data-retry`}
        ${(isRetry || isAgain) && html` data-again`}
        data-layer-files="${view.links.path(layerFolder)}"
        data-limits="${JSON.stringify(limits)}"
        data-watermark="${view.watermark ?? ''}"
        data-preview-files="${JSON.stringify(previewFiles(view))}"
      >
        <input type="hidden" name="prepared" value="${fields.prepared}" />
        <div class="maker__screen" data-editor>
          <div class="maker__work">
            <div data-errors>${errorSummary(error)}</div>
            <div class="notice replace" role="group" aria-labelledby="replace-question" data-replace hidden>
              <p id="replace-question" data-replace-question></p>
              <div class="actions">
                <button class="button" type="button" data-replace-use></button>
                <button class="button button--strong" type="button" data-replace-keep></button>
              </div>
            </div>
            ${sourceSection(data)} ${keptPictures(view, prepared)} ${stageSection(data)}
            ${timelineSection(data)}
          </div>
          <div class="source-bar live-only" data-for="video url pictures">
            <p class="source-bar__name" tabindex="-1" data-source-name></p>
            <button class="button" type="button" data-start-over>${messages.startOver}</button>
          </div>
          <div class="maker__panels" data-panels data-for="video url pictures">
            ${panelsSection(view, categories, data)}
          </div>
          <div class="maker__actions" data-actions data-for="video url pictures">
            <output class="maker__size live-only" data-size></output>
            <button class="button button--strong maker__submit" type="submit">${messages.submit}</button>
            <p class="maker__note field__hint live-only" data-size-note></p>
          </div>
        </div>
        ${progressSection(view, null)}
      </form>
      <div data-result hidden></div>
      ${compareSection(view, prepared)}
    </div>`,
  })
}

/** The addresses that the preview loads its parts from, once it is needed. */
function previewFiles({ assets, links, watermark }: SiteView) {
  return {
    worker: links.path(assets.previewWorker.path),
    demuxer: links.path(assets.previewDemuxer.path),
    layers: links.path(layerFolder),
    watermark: watermark === null ? null : links.path(`${watermarkPath}?width=WIDTH&height=HEIGHT`),
  }
}

/** Shown to visitors where only accounts may make GIFs. */
function accountPage(view: SiteView): Html {
  const texts = view.messages.maker.signIn
  const { links, name, signUpOpen } = view
  return layout(view, {
    feature: 'maker',
    title: view.messages.maker.title,
    main: html`<div class="empty">
      <h1>${texts.title}</h1>
      <p>${texts.needed(name)} ${signUpOpen ? texts.signUpOpen : texts.signUpClosed}</p>
      <div class="actions">
        <a class="button button--strong" href="${links.signIn('/create')}">${texts.signIn}</a>
        ${signUpOpen && html`<a class="button" href="${links.path('/signup?next=%2Fcreate')}">${texts.signUp}</a>`}
      </div>
    </div>`,
  })
}
