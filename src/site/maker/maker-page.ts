import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { FormFields } from './form-fields.ts'
import { detailsSection } from './details-section.ts'
import { picturesEditor, videoEditor } from './editor-sections.ts'
import { optionsSection } from './options-section.ts'
import { progressSection } from './progress-section.ts'
import { sourceSection, type MakerLimits } from './source-section.ts'
import { errorSummary, notice } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type MakerPageData = {
  categories: readonly Category[]
  limits: MakerLimits
  fields: FormFields
  error: AppError | null
  /** Whether the fields come from an earlier attempt. */
  isRetry: boolean
}

/** The maker: one form for every source. */
export function makerPage(view: SiteView, data: MakerPageData): Html {
  if (view.accountNeeded && view.viewer.account === null) return accountPage(view)
  const { categories, limits, fields, error, isRetry } = data
  const needsFile = fields.source !== 'url'
  return layout(view, {
    feature: 'maker',
    title: 'Make a GIF',
    description: 'Make a GIF from a video, a link or pictures.',
    main: html`<div class="maker-page">
      <div class="heading"><h1>Make a GIF</h1></div>
      <section
        class="recent"
        aria-labelledby="recent"
        data-recent
        data-status="${view.links.path('/api/status/')}"
        data-pages="${view.links.path('/create')}"
        data-gifs="${view.links.path('/')}"
        hidden
      >
        <h2 id="recent">Your recent GIFs</h2>
        <ul data-recent-list></ul>
      </section>
      <div data-errors>${errorSummary(error)}</div>
      ${isRetry && notice(needsFile ? 'Your choices are still here. Choose the files again.' : 'Your choices are still here.')}
      <form
        class="maker"
        method="post"
        action="${view.links.path('/create')}"
        enctype="multipart/form-data"
        data-maker
        ${isRetry && html` data-retry`}
        data-limits="${JSON.stringify(limits)}"
      >
        <div class="maker__stage">
          <div class="source-bar live-only" data-for="video url pictures">
            <p class="source-bar__name" tabindex="-1" data-source-name></p>
            <button class="button" type="button" data-start-over>Start over</button>
          </div>
          <div class="notice instead" role="group" aria-labelledby="instead" data-instead hidden>
            <p id="instead" data-instead-words></p>
            <div class="actions">
              <button class="button" type="button" data-instead-use></button>
              <button class="button button--strong" type="button" data-instead-keep></button>
            </div>
          </div>
          ${sourceSection(fields, limits, error)} ${videoEditor({ fields, limits, error })}
          ${picturesEditor({ fields, limits, error })}
          <div class="maker__gif" data-for="video url pictures">
            ${optionsSection({ fields, limits, error })}
          </div>
        </div>
        <div class="maker__side">
          <div class="maker__details" data-details>${detailsSection(view, categories, fields, error)}</div>
          ${progressSection(view.links, null)}
        </div>
        <div class="maker__send" data-send>
          <button class="button button--strong maker__go" type="submit">Make GIF</button>
        </div>
      </form>
    </div>`,
  })
}

/** Shown to visitors where only accounts may make GIFs. */
function accountPage({ ...view }: SiteView): Html {
  const { links, name, signUpOpen } = view
  return layout(view, {
    feature: 'maker',
    title: 'Make a GIF',
    main: html`<div class="empty">
      <h1>Sign in to make a GIF</h1>
      <p>
        You need an account to make GIFs on ${name}.
        ${signUpOpen ? 'Signing up takes a moment.' : 'Ask the operator for one.'}
      </p>
      <div class="actions">
        <a class="button button--strong" href="${links.signIn('/create')}">Sign in</a>
        ${signUpOpen && html`<a class="button" href="${links.path('/signup?next=%2Fcreate')}">Sign up</a>`}
      </div>
    </div>`,
  })
}
