import type { TokenRecord } from '../../accounts/account-store.ts'
import { type Html, html } from '../../lib/html.ts'
import { copyField } from '../kit/forms/copy-field.ts'
import { example } from '../developers/developers-example.ts'
import { layout } from '../kit/page/layout.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** Shows a token that was just made, this once, and how it is used. */
export function newTokenPage(
  view: SiteView,
  { token, record, categoryId }: { token: string; record: TokenRecord; categoryId: number },
): Html {
  const { links } = view
  const command = [
    `curl ${links.absolute('/api/create-gif/source/video')}`,
    `-H "Authorization: Bearer ${token}"`,
    '-F video=@clip.mp4 -F start=0 -F end=3',
    `-F category=${categoryId} -F title="My first GIF" -F private=1`,
  ].join(' \\\n  ')
  return layout(view, {
    title: 'Your new token',
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>Your new token</h1>
      <section class="panel" aria-labelledby="token">
        <h2 id="token" dir="auto">${record.name}</h2>
        <p>Copy it now: it is not shown again. Whoever has it can make GIFs in your name.</p>
        ${copyField(view, 'Token', token)}
      </section>
      <section class="panel" aria-labelledby="example">
        <h2 id="example">Try it</h2>
        <p>This makes a private GIF of the first three seconds of a video.</p>
        ${example({ name: 'Make a GIF', command })}
      </section>
      <div class="actions">
        <a class="button button--strong" href="${links.path('/settings')}">I have copied it</a>
        <a class="button" href="${links.path('/developers')}">How the API works</a>
      </div>
    </div>`,
  })
}

/** Asks once before a token stops working. */
export function revokeTokenPage(view: SiteView, { id, name, hint }: TokenRecord): Html {
  const { links } = view
  return layout(view, {
    title: 'Revoke this token?',
    indexed: false,
    main: html`<div class="page--narrow stack">
      <h1 class="${name.length > 30 && 'long'}">Revoke the token “<bdi>${name}</bdi>”?</h1>
      <form class="form panel" method="post" action="${links.path(`/settings/tokens/${id}/revoke`)}">
        <p>
          It begins with <code>${hint}</code>. Programs that use it are refused at once, and it can’t be
          brought back.
        </p>
        <div class="actions">
          <button class="button button--danger" type="submit">Revoke it</button>
          <a class="button" href="${links.path('/settings')}">Keep it</a>
        </div>
      </form>
    </div>`,
  })
}
