import type { Category } from '../../catalogue/category.ts'
import { type Gif, isNsfw } from '../../catalogue/gif.ts'
import type { DropPage, DroppedFile } from '../../library/import/drops/drop.ts'
import type { AppError } from '../../lib/app-error.ts'
import { type Html, html } from '../../lib/html.ts'
import { bulkChangeFields, typedBulkChange } from '../kit/forms/bulk-change.ts'
import { errorSummary, notice } from '../kit/forms/fields.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { smallStillUrl } from '../kit/gifs/stills.ts'
import { layout } from '../kit/page/layout.ts'
import { type Listing, listPages } from '../kit/page/list-pages.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { Typed } from '../kit/requests/post-form.ts'

/** A file with its GIF, if the viewer may see the GIF. */
export type DropRow = { file: DroppedFile; gif: Gif | null }

export type DropPageData = {
  batch: string
  counts: DropPage['counts']
  moreRefused: number
  total: number
  rows: readonly DropRow[]
  categories: readonly Category[]
  listing: Listing
  done: { action: string; count: number; unchanged: number }
  error: AppError | null
  typed: Typed | null
  selected: ReadonlySet<string>
}

/** The page of a drop: a table of its files, which the script keeps up to date, with bulk actions. */
export function dropPage(view: SiteView, data: DropPageData): Html {
  const texts = view.messages.import.table
  const { moreRefused, error, listing } = data
  const counts = { ...data.counts, refused: data.counts.refused + moreRefused }
  const open = counts.waiting + counts.making
  return layout(view, {
    feature: 'import',
    title: texts.title,
    indexed: false,
    main: html`<div class="heading">
        <h1>${texts.title}</h1>
        <a class="button" href="${view.links.path('/import')}">${texts.more}</a>
      </div>
      <div class="stack">
        ${errorSummary(error)} ${error === null && doneNotice(view, data)}
        <div class="drop-status" data-drop-status data-open="${open}">
          <p>${texts.counts(counts)}</p>
          ${open > 0 && html`<p class="soft">${texts.leave}</p>`}
          ${
            open > 0 &&
            html`<noscript
              ><p><a href="${view.links.path(`/import/${data.batch}`)}">${texts.refresh}</a></p></noscript
            >`
          }
        </div>
        ${moreRefused > 0 && notice(texts.moreRefused(data.counts.refused, moreRefused))}
        ${remakeOffer(view, data)} ${files(view, data)} ${listPages(view, listing)}
      </div>`,
  })
}

/** The button to remake all files that exceed a limit for keeping them unchanged; null if the page has none. */
function remakeOffer(view: SiteView, { rows, batch }: DropPageData): Html | null {
  const texts = view.messages.import.table
  const count = rows.filter(({ file }) => file.error?.code === 'keep_refused' && file.taskId !== null).length
  if (count === 0) return null
  return html`<div class="notice stack--tight">
    <p>${texts.remakeHint(count)}</p>
    ${postButton(view, { path: `/import/${batch}`, label: texts.remake, values: { action: 'remake' } })}
  </div>`
}

function doneNotice({ messages }: SiteView, { done }: DropPageData): Html | null {
  const texts = messages.import.table
  const text = Object.entries(texts.done).find(([name]) => name === done.action)?.[1]
  if (text === undefined) return null
  return notice(html`${text(done.count)} ${done.unchanged > 0 && texts.unchanged(done.unchanged)}`)
}

function files(view: SiteView, data: DropPageData): Html {
  const { batch, rows, categories, typed, error, listing, total } = data
  const texts = view.messages.import.table
  const { bulk } = view.messages.kit
  const { columns } = texts
  return html`<form method="post" action="${view.links.path(`/import/${batch}`)}" data-selection>
    <input type="hidden" name="page" value="${listing.page}" />
    <section class="drop-table" aria-label="${texts.title}" tabindex="0">
      <table class="table">
        <thead>
          <tr>
            <th scope="col"><span class="visually-hidden">${columns.select}</span></th>
            <th scope="col">${columns.gif}</th>
            <th scope="col">${columns.state}</th>
            <th scope="col">${columns.tags}</th>
            <th scope="col">${columns.category}</th>
            <th scope="col">${columns.rating}</th>
            <th scope="col">${columns.visibility}</th>
            <th scope="col">${columns.alt}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => fileRow(view, row, data.selected))}
        </tbody>
      </table>
    </section>
    <div class="bulk" role="group" aria-label="${bulk.actions}">
      <button class="button" type="button" data-select-all hidden>${bulk.selectAll}</button>
      <span class="bulk__count" data-selected>${bulk.selected}</span>
      ${
        listing.pages > 1 &&
        html`<label class="bulk__all"
          ><input type="checkbox" name="all" value="1" /> ${texts.all(total)}</label
        >`
      }
      ${bulkChangeFields(view, { categories, typed: typed && typedBulkChange(typed), error })}
      <button class="button button--danger" type="submit" name="action" value="delete">
        ${texts.delete}
      </button>
    </div>
  </form>`
}

function fileRow(view: SiteView, { file, gif }: DropRow, selected: ReadonlySet<string>): Html {
  const { links, messages } = view
  const texts = messages.import.table
  const { bulk, rating } = messages.kit
  const title = gif?.title ?? file.name
  const none = html`<span class="soft">${texts.none}</span>`
  return html`<tr id="file-${file.id}" data-state="${file.state}">
    <td>
      <label class="drop-tick"
        ><input
          type="checkbox"
          name="ids[]"
          value="${file.id}"
          ${selected.has(String(file.id)) && html` checked`}
        /><span class="visually-hidden">${title}</span></label
      >
    </td>
    <td>
      <div class="drop-gif">
        ${
          gif === null
            ? html`<span class="drop-gif__still" aria-hidden="true"></span>`
            : html`<img
                class="drop-gif__still${isNsfw(gif) && ' drop-gif__still--nsfw'}"
                src="${smallStillUrl(view, gif)}"
                alt=""
                width="${gif.width}"
                height="${gif.height}"
                loading="lazy"
              />`
        }
        <span class="drop-gif__words">
          ${gif === null ? html`<span dir="auto">${file.name}</span>` : html`<a dir="auto" href="${links.path(`/${gif.code}`)}">${title}</a>`}
          ${gif !== null && html`<span class="soft drop-gif__file" dir="auto">${file.name}</span>`}
        </span>
      </div>
    </td>
    <td>
      <span class="badge${badgeOf[file.state]}">${texts.states[file.state]}</span>
      ${file.error !== null && html`<span class="drop-error">${file.error.message.replaceAll('`', '')}</span>`}
    </td>
    ${
      gif === null
        ? html`<td colspan="5"></td>`
        : html`<td>${gif.tags.length === 0 ? none : gif.tags.join(', ')}</td>
            <td>${gif.category.name}</td>
            <td>
              ${gif.rating === null ? html`<span class="soft">${texts.unrated}</span>` : rating.names[gif.rating]}
            </td>
            <td>${bulk.visibilities[gif.visibility]}</td>
            <td>
              <span dir="auto">${gif.alt ?? none}</span>
              ${
                view.viewer.account?.id === gif.ownerId &&
                html`<a href="${links.path(`/${gif.code}/edit`)}"
                  >${texts.edit} <span class="visually-hidden">${title}</span></a
                >`
              }
            </td>`
    }
  </tr>`
}

const badgeOf: Record<DroppedFile['state'], string> = {
  waiting: '',
  making: ' badge--honey',
  done: ' badge--honey',
  exists: '',
  refused: ' badge--bad',
  gone: '',
}

/** The confirmation page for deleting files of a drop. `ids` null: all files that are not copies. */
export function deleteFilesPage(
  view: SiteView,
  { batch, ids, count, page }: { batch: string; ids: readonly number[] | null; count: number; page: number },
): Html {
  const texts = view.messages.import.table
  const back = view.links.path(`/import/${batch}${page > 1 ? `?page=${page}` : ''}`)
  return layout(view, {
    feature: 'import',
    title: texts.deleteTitle(count),
    indexed: false,
    main: html`<div class="page--text stack">
      <h1>${texts.deleteHeading(count)}</h1>
      <form class="form panel" method="post" action="${view.links.path(`/import/${batch}/delete`)}">
        <input type="hidden" name="page" value="${page}" />
        ${ids === null ? html`<input type="hidden" name="all" value="1" />` : ids.map((id) => html`<input type="hidden" name="ids[]" value="${id}" />`)}
        <p>${texts.deleteExplanation}</p>
        <div class="actions">
          <button class="button button--danger" type="submit">${texts.deleteConfirm(count)}</button>
          <a class="button" href="${back}">${texts.deleteCancel}</a>
        </div>
      </form>
    </div>`,
  })
}
