import { type AcceptedRequest, addressOf } from '../../creation/request.ts'
import { keepsUploads } from '../../creation/retry.ts'
import type { TaskRecord } from '../../creation/task.ts'
import { type Html, type HtmlValue, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { Messages } from '../messages/messages.ts'

const maxShortLink = 160

/** The title of a task's GIF; only its owner sees the title of a private GIF. */
export function taskTitle({ messages }: SiteView, { request }: TaskRecord): string {
  const texts = messages.admin.tasks
  return request.visibility === 'private' ? texts.privateTitle : (request.title ?? texts.titleOfSource)
}

/** The source of a task: its link (only the host for a private GIF), or the kind and number of files. */
export function taskSource({ messages }: SiteView, request: AcceptedRequest): HtmlValue {
  const texts = messages.admin.tasks
  if (request.kind === 'pictures') {
    return texts.pictures(request.uploads.length, request.width, request.height)
  }
  if (request.kind === 'edit') return texts.edited(request.uploads.length)
  const clip = request.kind === 'keep' ? texts.keptAsIs : texts.clip(request.startSeconds, request.endSeconds)
  const address = addressOf(request)
  if (address === null) return texts.videoFile(clip)
  const link = request.visibility === 'private' ? new URL(address).host : address
  return texts.ofLink(collapsibleLink(link), clip)
}

/** A link that shows only its first lines until it is expanded. */
function collapsibleLink(url: string): Html {
  if (url.length <= maxShortLink) return html`<span class="source-address">${url}</span>`
  return html`<details class="whole"><summary class="source-address">${url}</summary></details>`
}

/** The step and the percentage of a running task. */
export function taskProgress({ messages }: SiteView, { id, step, progress }: TaskRecord): Html {
  const percent = Math.round(progress * 100)
  return html`<span class="task-progress">
    <label for="progress-${id}">${messages.admin.tasks.steps[step ?? 'preparing']}</label>
    <progress id="progress-${id}" max="100" value="${percent}"></progress> <span>${percent} %</span>
  </span>`
}

/** The reason why a failed task cannot be retried. */
export function noRetryReason({ admin: { tasks } }: Messages, { error }: TaskRecord): string {
  if (error?.code === 'forbidden') return tasks.accountRemoved
  return error !== null && keepsUploads(error) ? tasks.uploadsExpired : tasks.uploadsInvalid
}
