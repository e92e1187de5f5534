import type { TokenRecord } from '../../accounts/account-store.ts'
import { type Html, html } from '../../lib/html.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { copyField } from '../kit/forms/fields.ts'
import { codeExample } from '../kit/page/code-example.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import { uploaderFormats } from './uploader-files.ts'

/** The page that shows a new token, only once, and how to use it. */
export function newTokenPage(
  view: SiteView,
  { token, record, categoryId }: { token: string; record: TokenRecord; categoryId: number },
): Html {
  const { links } = view
  const texts = view.messages.account.tokens
  const command = [
    `curl ${links.absolute('/api/create-gif/source/video')}`,
    `-H "Authorization: Bearer ${token}"`,
    '-F video=@clip.mp4 -F start=0 -F end=3',
    `-F category=${categoryId} -F title="My first GIF" -F private=1`,
  ].join(' \\\n  ')
  return layout(view, {
    feature: 'account',
    title: texts.created,
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>${texts.created}</h1>
      <section class="panel" aria-labelledby="token">
        <h2 id="token" dir="auto">${record.name}</h2>
        <p>${texts.copyNow}</p>
        ${copyField(view, texts.token, token)}
      </section>
      <section class="panel" aria-labelledby="uploaders">
        <h2 id="uploaders">${texts.uploaders}</h2>
        <p>${texts.uploadersHint}</p>
        <div class="actions">
          ${uploaderFormats.map((format) =>
            postButton(view, {
              path: '/settings/uploader',
              label: texts.uploaderFormats[format],
              values: { token, format },
            }),
          )}
        </div>
      </section>
      <section class="panel" aria-labelledby="example">
        <h2 id="example">${texts.tryIt}</h2>
        <p>${texts.tryItHint}</p>
        ${codeExample(view, { name: texts.exampleName, command })}
      </section>
      <div class="actions">
        <a class="button button--strong" href="${links.path('/settings')}">${texts.copied}</a>
        <a class="button" href="${links.path('/developers')}">${texts.howItWorks}</a>
      </div>
    </div>`,
  })
}

/** The confirmation page for revoking a token. */
export function revokeTokenPage(view: SiteView, { id, name, hint }: TokenRecord): Html {
  const { links } = view
  const texts = view.messages.account.tokens
  return layout(view, {
    feature: 'account',
    title: texts.revokeTitle,
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1 class="${name.length > 30 && 'long'}">${texts.revokeHeading(name)}</h1>
      <form class="form panel" method="post" action="${links.path(`/settings/tokens/${id}/revoke`)}">
        <p>${texts.revokeExplanation(hint)}</p>
        <div class="actions">
          <button class="button button--danger" type="submit">${texts.revokeConfirm}</button>
          <a class="button" href="${links.path('/settings')}">${texts.revokeCancel}</a>
        </div>
      </form>
    </div>`,
  })
}
