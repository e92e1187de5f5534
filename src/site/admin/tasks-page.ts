import { isNsfw } from '../../catalogue/gif.ts'
import { faultClassOf } from '../../creation/settlement.ts'
import type { TaskRecord, TaskView } from '../../creation/task.ts'
import type { AppError, ErrorView } from '../../lib/app-error.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { formatCount } from '../messages/format.ts'
import { adminPage } from './admin-page.ts'
import { type Listing, listPages, listingQuery } from '../kit/page/list-pages.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { taskProgress, taskSource, taskTitle, whyNotAgain } from './admin-task.ts'
import { errorSummary } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type TaskRow = {
  task: TaskRecord
  /** The e-mail address of the account; null for a visitor, and for an account that was removed. */
  owner: string | null
}

export type TasksData = {
  nowMs: number
  status: TaskView['status'] | null
  total: number
  rows: TaskRow[]
  listing: Listing
  done?: string
  error?: AppError
}

const kinds = [
  { status: null, words: 'All' },
  { status: 'waiting', words: 'Waiting' },
  { status: 'processing', words: 'Running' },
  { status: 'error', words: 'Failed' },
  { status: 'done', words: 'Done' },
] as const

const refreshSeconds = 5

/** What is to be made, is being made and was made, the newest first; what failed says why and can be tried again. */
export function tasksPage(view: SiteView, data: TasksData): Html {
  const { status, total, rows, listing } = data
  return adminPage(view, {
    tab: 'tasks',
    title: 'Tasks',
    aside: formatCount(total, { one: 'task', other: 'tasks' }),
    ...(data.done !== undefined && { done: data.done }),
    main: html`${errorSummary(data.error)}
      <nav aria-label="Kind of task">
        <ul class="statuses">
          ${kinds.map((kind) => kindChip(view, kind, status))}
        </ul>
      </nav>
      <div data-refresh="${refreshSeconds}">
        ${
          rows.length === 0
            ? html`<p class="nothing">
                ${status === 'error' ? 'Nothing failed. A task is remembered for a week.' : 'There is none here.'}
              </p>`
            : html`<ul class="records">
                ${rows.map((row) => taskRecord(view, row, data))}
              </ul>`
        }
      </div>
      ${listPages(view, listing)}`,
  })
}

function kindChip({ links }: SiteView, kind: (typeof kinds)[number], chosen: TasksData['status']): Html {
  const path = kind.status === null ? '/admin/tasks' : `/admin/tasks?status=${kind.status}`
  return html`<li>
    <a href="${links.path(path)}" ${kind.status === chosen && html` aria-current="true"`}>${kind.words}</a>
  </li>`
}

function taskRecord(view: SiteView, { task, owner }: TaskRow, data: TasksData): Html {
  const { request } = task
  const marks = [
    ...(request.visibility === 'private' ? ['Private'] : []),
    ...(isNsfw(request) ? ['NSFW'] : []),
  ]
  return html`<li class="record">
    <div class="named">
      <h2 class="cut" dir="auto">${taskTitle(task)}</h2>
      <div class="soft">${taskSource(request)}</div>
      <p class="soft">
        ${ownerOf(view, task, owner)} · ${timeAgo(view, task.createdAt, data.nowMs)}
        ${marks.map((mark) => html`<span class="mark">${mark}</span> `)}
      </p>
    </div>
    <div class="record__state">${stateOf(view, task, data)}</div>
  </li>`
}

function ownerOf({ links }: SiteView, { ownerId }: TaskRecord, email: string | null): HtmlValue {
  if (ownerId === null || email === null) return 'A visitor'
  return html`<a href="${links.path(`/admin/accounts/${ownerId}`)}" dir="auto">${email}</a>`
}

function stateOf(view: SiteView, task: TaskRecord, data: TasksData): HtmlValue {
  if (task.status === 'waiting') {
    const again =
      task.failures > 0 &&
      html`<p class="soft">Failed ${formatCount(task.failures, { one: 'time', other: 'times' })} so far</p>`
    return html`<p class="state">Waiting</p>
      ${again}`
  }
  if (task.status === 'processing') return taskProgress(task)
  if (task.status === 'done') {
    return html`<p class="state state--good">Done</p>
      <p><a href="${view.links.path(`/${task.code}`)}">See the GIF</a></p>`
  }
  return failure(view, task, data)
}

function failure(view: SiteView, task: TaskRecord, { nowMs, listing }: TasksData): Html {
  const { error, endedAt } = task
  return html`<p class="state state--bad">Failed ${endedAt !== null && timeAgo(view, endedAt, nowMs)}</p>
    ${error !== null && faultMark(error)}
    <p>${error?.message.replaceAll('`', '')}</p>
    <p class="soft">
      <code>${error?.code}</code>${error?.field !== undefined && html` at <code>${error.field}</code>`}
    </p>
    ${
      task.mayRetry
        ? postButton(view, {
            path: `/admin/tasks/${task.id}/retry`,
            words: 'Try again',
            about: taskTitle(task),
            values: { back: listingQuery(listing) },
          })
        : html`<p class="soft">${whyNotAgain(task)}</p>`
    }`
}

function faultMark({ code }: ErrorView): HtmlValue {
  if (code === 'cancelled') return false
  const words = faultClassOf(code) === 'service' ? 'Service fault' : 'Input error'
  return html`<p><span class="mark">${words}</span></p>`
}
