import { isNsfw } from '../../catalogue/gif.ts'
import { faultClassOf } from '../../creation/retry.ts'
import type { TaskRecord, TaskView } from '../../creation/task.ts'
import type { AppError, ErrorView } from '../../lib/app-error.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import { adminPage } from './admin-page.ts'
import { type Listing, listPages, listingQuery } from '../kit/page/list-pages.ts'
import { postButton } from '../kit/forms/post-button.ts'
import { timeAgo } from '../kit/page/time-ago.ts'
import { taskProgress, taskSource, taskTitle, noRetryReason } from './admin-task.ts'
import { errorSummary } from '../kit/forms/fields.ts'
import type { SiteView } from '../kit/page/site-view.ts'

export type TaskRow = {
  task: TaskRecord
  /** The email address of the account; null for visitors and removed accounts. */
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

const filters = [
  { status: null, text: 'all' },
  { status: 'waiting', text: 'waiting' },
  { status: 'processing', text: 'running' },
  { status: 'error', text: 'failed' },
  { status: 'done', text: 'done' },
] as const

const refreshSeconds = 5

/** All tasks, newest first. A failed one shows its error and, if possible, a button to retry it. */
export function tasksPage(view: SiteView, data: TasksData): Html {
  const { status, total, rows, listing } = data
  const texts = view.messages.admin.tasks
  return adminPage(view, {
    tab: 'tasks',
    title: view.messages.admin.tabs.tasks,
    aside: texts.count(total),
    ...(data.done !== undefined && { done: data.done }),
    main: html`${errorSummary(data.error)}
      <nav aria-label="${texts.filter}">
        <ul class="statuses">
          ${filters.map((filter) => filterLink(view, filter, status))}
        </ul>
      </nav>
      <div data-refresh="${refreshSeconds}">
        ${
          rows.length === 0
            ? html`<p class="nothing">${status === 'error' ? texts.noneFailed : texts.none}</p>`
            : html`<ul class="records">
                ${rows.map((row) => taskRecord(view, row, data))}
              </ul>`
        }
      </div>
      ${listPages(view, listing)}`,
  })
}

function filterLink(
  { links, messages }: SiteView,
  filter: (typeof filters)[number],
  current: TasksData['status'],
): Html {
  const path = filter.status === null ? '/admin/tasks' : `/admin/tasks?status=${filter.status}`
  return html`<li>
    <a href="${links.path(path)}" ${filter.status === current && html` aria-current="true"`}
      >${messages.admin.tasks[filter.text]}</a
    >
  </li>`
}

function taskRecord(view: SiteView, { task, owner }: TaskRow, data: TasksData): Html {
  const { request } = task
  const badges = [
    ...(request.visibility === 'private' ? [view.messages.admin.tasks.private] : []),
    ...(isNsfw(request) ? [view.messages.kit.nsfw] : []),
  ]
  return html`<li class="record">
    <div class="named">
      <h2 class="cut" dir="auto">${taskTitle(view, task)}</h2>
      <div class="soft">${taskSource(view, request)}</div>
      <p class="soft">
        ${ownerOf(view, task, owner)} · ${timeAgo(view, task.createdAt, data.nowMs)}
        ${badges.map((badge) => html`<span class="badge">${badge}</span> `)}
      </p>
    </div>
    <div class="record__state">${stateOf(view, task, data)}</div>
  </li>`
}

function ownerOf({ links, messages }: SiteView, { ownerId }: TaskRecord, email: string | null): HtmlValue {
  if (ownerId === null || email === null) return messages.admin.tasks.visitor
  return html`<a href="${links.path(`/admin/accounts/${ownerId}`)}" dir="auto">${email}</a>`
}

function stateOf(view: SiteView, task: TaskRecord, data: TasksData): HtmlValue {
  const texts = view.messages.admin.tasks
  if (task.status === 'waiting') {
    const again = task.failures > 0 && html`<p class="soft">${texts.failures(task.failures)}</p>`
    return html`<p class="state">${texts.waiting}</p>
      ${again}`
  }
  if (task.status === 'processing') return taskProgress(view, task)
  if (task.status === 'done') {
    return html`<p class="state state--good">${texts.done}</p>
      <p><a href="${view.links.path(`/${task.code}`)}">${texts.seeGif}</a></p>`
  }
  return failure(view, task, data)
}

function failure(view: SiteView, task: TaskRecord, { nowMs, listing }: TasksData): Html {
  const texts = view.messages.admin.tasks
  const { error, endedAt } = task
  return html`<p class="state state--bad">
      ${texts.failed} ${endedAt !== null && timeAgo(view, endedAt, nowMs)}
    </p>
    ${error !== null && faultMark(view, error)}
    <p>${error?.message.replaceAll('`', '')}</p>
    <p class="soft">
      ${texts.errorAt(html`<code>${error?.code}</code>`, error?.field === undefined ? null : html`<code>${error.field}</code>`)}
    </p>
    ${
      task.mayRetry
        ? postButton(view, {
            path: `/admin/tasks/${task.id}/retry`,
            label: texts.retry,
            about: taskTitle(view, task),
            values: { back: listingQuery(listing) },
          })
        : html`<p class="soft">${noRetryReason(view.messages, task)}</p>`
    }`
}

function faultMark({ messages }: SiteView, { code }: ErrorView): HtmlValue {
  const texts = messages.admin.tasks
  if (code === 'cancelled') return false
  const text = faultClassOf(code) === 'service' ? texts.serviceFault : texts.inputError
  return html`<p><span class="badge">${text}</span></p>`
}
