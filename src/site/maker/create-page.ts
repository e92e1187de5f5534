import type { Category } from '../../catalogue/category.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import type { FormFields } from './creation-form.ts'
import { createDetails } from './create-details.ts'
import { picturesEditor, videoEditor } from './create-editors.ts'
import { createOptions } from './create-options.ts'
import { createProgress } from './create-progress.ts'
import { createSource, type MakerLimits } from './create-source.ts'
import { errorSummary, notice } from '../kit/forms/fields.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type CreatePageData = {
  categories: readonly Category[]
  limits: MakerLimits
  fields: FormFields
  error: AppError | null
  /** Whether the fields are those of an earlier try. */
  isAgain: boolean
}

/** The maker: one form, whatever the GIF is made from. */
export function createPage(view: SiteView, data: CreatePageData): Html {
  if (view.accountNeeded && view.viewer.account === null) return accountPage(view)
  const { categories, limits, fields, error, isAgain } = data
  const needsFile = fields.source !== 'url'
  return layout(view, {
    title: 'Make a GIF',
    description:
      'Make a GIF from a video, an address or pictures. Choose the part, see it play, and send it.',
    scripts: ['create'],
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
      ${isAgain && notice(needsFile ? 'Everything is as it was, but the browser needs the files again.' : 'Everything is as it was: change what you like.')}
      <form
        class="maker"
        method="post"
        action="${view.links.path('/create')}"
        enctype="multipart/form-data"
        data-maker
        ${isAgain && html` data-again`}
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
          ${createSource(fields, limits, error)} ${videoEditor(fields, limits, error)}
          ${picturesEditor(fields, error)}
          <div class="maker__gif" data-for="video url pictures">${createOptions(fields, limits, error)}</div>
        </div>
        <div class="maker__side">
          <div class="maker__details" data-details>${createDetails(view, categories, fields, error)}</div>
          ${createProgress(view.links, null)}
        </div>
        <div class="maker__send" data-send>
          <button class="button button--strong maker__go" type="submit">Make GIF</button>
        </div>
      </form>
    </div>`,
  })
}

/** Where the operator lets only accounts make GIFs. */
function accountPage({ ...view }: SiteView): Html {
  const { links, name, signUpOpen } = view
  return layout(view, {
    title: 'Make a GIF',
    main: html`<div class="empty">
      <h1>Sign in to make a GIF</h1>
      <p>
        On ${name} making GIFs needs an account.
        ${signUpOpen ? 'It takes a moment to make one.' : 'Ask the operator for one.'}
      </p>
      <div class="actions">
        <a class="button button--strong" href="${links.signIn('/create')}">Sign in</a>
        ${signUpOpen && html`<a class="button" href="${links.path('/signup?next=%2Fcreate')}">Sign up</a>`}
      </div>
    </div>`,
  })
}
