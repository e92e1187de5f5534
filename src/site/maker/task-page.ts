import type { Gif } from '../../catalogue/gif.ts'
import type { TakenLoop, TaskView } from '../../creation/task.ts'
import type { ErrorView } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { copyFields } from '../kit/gifs/copy-fields.ts'
import { progressSection } from './progress-section.ts'
import { gifDownloads } from '../kit/gifs/gif-downloads.ts'
import { gifStage } from '../kit/gifs/gif-stage.ts'
import { layout } from '../kit/page/layout.ts'
import { pageHeading } from '../kit/page/page-heading.ts'
import { formatPosition } from '../messages/format.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** How often the page looks again where there is no script. */
const refreshSeconds = 3

export type TaskPageData = {
  id: string
  task: TaskView
  /** The finished GIF; null until then, and when the viewer may not see it. */
  gif: Gif | null
}

/** A GIF in the making: how it goes on, then the GIF, or what was wrong. */
export function taskPage(view: SiteView, { id, task, gif }: TaskPageData): Html {
  if (task.status === 'error') return failedPage(view, id, task.error)
  if (task.status === 'done') return gif === null ? unseenPage(view) : donePage(view, gif, task.loop)
  return layout(view, {
    feature: 'maker',
    title: 'Your GIF is being made',
    indexed: false,
    head: html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`,
    main: html`<div class="making">
      <h1>Your GIF is being made</h1>
      ${progressSection(view.links, { id, view: task })}
      <noscript><p class="making__note">This page looks again every ${refreshSeconds} seconds.</p></noscript>
    </div>`,
  })
}

function donePage(view: SiteView, gif: Gif, loop: TakenLoop | null): Html {
  const { links } = view
  return layout(view, {
    feature: 'maker',
    title: `Your GIF is ready: ${gif.title}`,
    indexed: false,
    main: html`<article class="gif" data-made>
      ${gifStage(view, gif)}
      <div class="gif__side">
        <div class="made__words">
          <p class="made__lead">Your GIF is ready</p>
          ${pageHeading(gif.title)}
          ${loop !== null && html`<p class="note" data-loop>Loop found: ${formatPosition(loop.startSeconds)} to ${formatPosition(loop.endSeconds)} of the video.</p>`}
          ${gif.visibility === 'private' && html`<p class="note">Private: only you can see it. The addresses of its files end after a while.</p>`}
        </div>
        ${copyFields(view, gif)} ${gifDownloads(view, gif)}
        <div class="actions">
          <a class="button button--strong" href="${links.path(`/${gif.code}`)}">Open its page</a>
          <a class="button" href="${links.path('/create')}">Make another</a>
        </div>
      </div>
    </article>`,
  })
}

function failedPage(view: SiteView, id: string, error: ErrorView): Html {
  const heading = error.code === 'cancelled' ? 'You cancelled this GIF' : 'The GIF could not be made'
  return layout(view, {
    feature: 'maker',
    title: heading,
    indexed: false,
    main: html`<div class="making">
      <h1>${heading}</h1>
      ${error.code !== 'cancelled' && html`<p class="notice notice--error">${error.message.replaceAll('`', '')}</p>`}
      <div class="actions">
        <a class="button button--strong" href="${view.links.path(`/create?from=${id}`)}"
          >Change it and try again</a
        >
        <a class="button" href="${view.links.path('/create')}">Start afresh</a>
      </div>
    </div>`,
  })
}

function unseenPage(view: SiteView): Html {
  const isVisitor = view.viewer.account === null
  return layout(view, {
    feature: 'maker',
    title: 'The GIF was made',
    indexed: false,
    main: html`<div class="making">
      <h1>The GIF was made</h1>
      <p>
        But it is not shown here: it is private, or was removed since.
        ${isVisitor && 'If it is yours, sign in to see it.'}
      </p>
      <div class="actions">
        ${isVisitor && html`<a class="button button--strong" href="${view.links.signIn(view.address)}">Sign in</a>`}
        <a class="button" href="${view.links.path('/create')}">Make another</a>
      </div>
    </div>`,
  })
}
