import { type Gif, isListed } from '../../catalogue/gif.ts'
import { isOwner } from '../../catalogue/show-gif.ts'
import type { FoundLoop, TaskView } from '../../creation/task.ts'
import type { ErrorView } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { editLink, type KeptSourceOfGif, otherVariants } from '../kit/gifs/kept-source.ts'
import { copyFields } from '../kit/gifs/copy-fields.ts'
import { type GifWithKey, manageLink, publishForm, publishingState } from '../kit/gifs/publishing.ts'
import { finishedSize, type FinishedSize } from './finished-size.ts'
import { progressSection } from './progress-section.ts'
import { gifDownloads } from '../kit/gifs/gif-downloads.ts'
import { gifPlayer } from '../kit/gifs/gif-player.ts'
import { layout, pageHeading } from '../kit/page/layout.ts'
import { postButton } from '../kit/forms/post-button.ts'
import type { SiteView } from '../kit/page/site-view.ts'

/** How often the page refreshes without script. */
const refreshSeconds = 3

export type TaskPageData = {
  id: string
  task: TaskView
  /** The finished GIF; null until then, and where the viewer may not see it. */
  gif: Gif | null
  /** GIFs that look the same and that the viewer may know of. */
  similar: Gif[]
  /** The GIF with its manage key, where the viewer's browser made it without an account. */
  held: GifWithKey | null
  /** The viewer's source that it was made of, while it is kept, and all GIFs of it. */
  kept: KeptSourceOfGif | null
  /** What became of its size limit; null where there is nothing to say. */
  size: FinishedSize | null
}

/** The page of a task: its progress, then the GIF or the error. */
export function taskPage(view: SiteView, page: TaskPageData): Html {
  const { id, task, gif } = page
  if (task.status === 'error') return failedPage(view, id, task.error)
  if (task.status === 'done')
    return gif === null ? unavailablePage(view) : donePage(view, { ...page, gif, loop: task.loop })
  const texts = view.messages.maker.progress
  return layout(view, {
    feature: 'maker',
    title: texts.title,
    indexed: false,
    head: html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`,
    main: html`<div class="making">
      <h1>${texts.title}</h1>
      ${progressSection(view, { id, view: task })}
      <noscript><p class="making__note">${texts.refresh(refreshSeconds)}</p></noscript>
    </div>`,
  })
}

/** The finished GIF. The maker shows the article in place of itself: client/finished/main.ts. */
function donePage(
  view: SiteView,
  {
    id,
    gif,
    loop,
    similar,
    held,
    kept,
    size,
  }: Omit<TaskPageData, 'task'> & { gif: Gif; loop: FoundLoop | null },
): Html {
  const { links } = view
  const texts = view.messages.maker.done
  return layout(view, {
    feature: 'maker',
    title: texts.title(gif.title),
    indexed: false,
    main: html`<article class="gif" data-made>
      ${gifPlayer(view, gif)}
      <div class="gif__side">
        <div class="made__heading">
          <p class="made__lead">${texts.heading}</p>
          ${pageHeading(gif.title)}
          ${loop !== null && html`<p class="note" data-loop>${texts.loop(view.messages.formats.formatPosition(loop.startSeconds), view.messages.formats.formatPosition(loop.endSeconds))}</p>`}
          ${size !== null && finishedSize(view, gif, size, kept)}
          ${gif.flashing === true && html`<p class="note" data-flashing>${texts.flashing}</p>`}
          ${gif.visibility === 'private' && html`<p class="note">${texts.private}</p>`}
        </div>
        ${similar.length > 0 && similarSection(view, gif, similar)} ${linkToCopy(view, gif)}
        ${publishSection(view, { id, gif, held })} ${gifDownloads(view, gif)}
        <details class="made__more">
          <summary>${texts.moreLinks}</summary>
          ${copyFields(view, gif)}
        </details>
        <div class="actions">
          <a class="button" href="${links.path(`/${gif.code}`)}">${texts.open}</a>
          ${editLink(view, gif, kept)}
          <a class="button" href="${links.path('/create')}">${view.messages.maker.done.another}</a>
        </div>
      </div>
      ${otherVariants(view, gif, kept)}
    </article>`,
  })
}

/** What most people come for: the link to the GIF. */
function linkToCopy(view: SiteView, gif: Gif): Html {
  const { links } = view
  const texts = view.messages.maker.done
  const use = isListed(gif) && html` data-use="${links.path(`/api/use/${gif.code}`)}"`
  return html`<div class="made__link" ${use}>
    <input type="text" readonly value="${links.absolute(`/${gif.code}`)}" aria-label="${texts.link}" />
    <button class="button button--strong" type="button" data-copy data-waits>${texts.copyLink}</button>
  </div>`
}

/** The second step, beside copying the link: who sees the GIF, publishing it, and the manage link of a visitor. */
function publishSection(
  view: SiteView,
  { id, gif, held }: Pick<TaskPageData, 'id' | 'held'> & { gif: Gif },
): Html | null {
  const texts = view.messages.publishing
  if (held !== null)
    return html`${publishForm(view, held, id)} ${publishingState(view, held)} ${manageLink(view, held)}`
  if (gif.visibility !== 'unlisted' || gif.hidden) return null
  if (!isOwner(gif, view.viewer)) return html`<p class="note">${texts.state.unpublished}</p>`
  return html`<div class="publish">
      ${postButton(view, {
        path: `/${gif.code}/publish`,
        label: texts.publish,
        values: { published: '1', task: id },
      })}
      <p class="soft">${texts.publishHint}</p>
    </div>
    <p class="note">${texts.state.unpublished}</p>`
}

/** Says that a GIF was here already, and offers to use that one instead to who may delete the new one. */
function similarSection(view: SiteView, gif: Gif, similar: Gif[]): Html {
  const { links, viewer } = view
  const texts = view.messages.maker.similar
  return html`<section class="similar" aria-labelledby="similar">
    <h2 id="similar">${texts.heading}</h2>
    <ul class="similar__list">
      ${similar.map(
        (other) =>
          html`<li class="similar__item">
            <a href="${links.path(`/${other.code}`)}"
              ><img
                class="similar__still"
                src="${view.mediaUrls.urlOf(other, 'thumb')}"
                alt=""
                width="${other.width}"
                height="${other.height}"
              /><span dir="auto">${other.title}</span></a
            >
            ${
              (isOwner(gif, viewer) || viewer.account?.admin === true) &&
              html`<form method="post" action="${links.path(`/${gif.code}/delete`)}">
                <input type="hidden" name="with" value="${other.code}" />
                <button class="button" type="submit" aria-label="${texts.useInsteadAbout(other.title)}">
                  ${texts.useInstead}
                </button>
              </form>`
            }
          </li>`,
      )}
    </ul>
  </section>`
}

function failedPage(view: SiteView, id: string, error: ErrorView): Html {
  const texts = view.messages.maker.failed
  const heading = error.code === 'cancelled' ? texts.canceled : texts.title
  return layout(view, {
    feature: 'maker',
    title: heading,
    indexed: false,
    main: html`<div class="making">
      <h1>${heading}</h1>
      ${error.code !== 'cancelled' && html`<p class="notice notice--error">${error.message.replaceAll('`', '')}</p>`}
      ${
        error.code === 'keep_refused' &&
        html`<p>${texts.remakeHint}</p>
          ${postButton(view, { path: `/create/${id}/remake`, label: texts.remake, look: 'strong' })}`
      }
      <div class="actions">
        <a
          class="button${error.code !== 'keep_refused' && ' button--strong'}"
          href="${view.links.path(`/create?from=${id}`)}"
          >${texts.change}</a
        >
        <a class="button" href="${view.links.path('/create')}">${texts.startOver}</a>
      </div>
    </div>`,
  })
}

function unavailablePage(view: SiteView): Html {
  const isVisitor = view.viewer.account === null
  const texts = view.messages.maker.unavailable
  return layout(view, {
    feature: 'maker',
    title: texts.title,
    indexed: false,
    main: html`<div class="making">
      <h1>${texts.title}</h1>
      <p>${texts.text} ${isVisitor && texts.signIn}</p>
      <div class="actions">
        ${isVisitor && html`<a class="button button--strong" href="${view.links.signIn(view.address)}">${view.messages.maker.signIn.signIn}</a>`}
        <a class="button" href="${view.links.path('/create')}">${view.messages.maker.done.another}</a>
      </div>
    </div>`,
  })
}
