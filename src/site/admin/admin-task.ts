import type { CreationRequest } from '../../creation/request.ts'
import { keepsUploads } from '../../creation/settlement.ts'
import type { TaskRecord } from '../../creation/task.ts'
import { type Html, html } from '../../lib/html.ts'
import { formatCount } from '../messages/format.ts'

const shortAddress = 160

const stepWords = {
  preparing: 'Preparing',
  fetching: 'Fetching the source',
  rendering: 'Rendering',
  storing: 'Storing',
} as const

/** What the GIF of a task is to be called; of a private one that is its owner's alone to know. */
export function taskTitle({ request }: TaskRecord): string {
  return request.visibility === 'private' ? 'A private GIF' : (request.title ?? 'Named by its source')
}

/** What a task is made from: the address, of a private GIF its host alone, or the kind and number of the files. */
export function taskSource(request: CreationRequest): Html {
  if (request.kind === 'url')
    return clipOfAddress(
      request.visibility === 'private' ? new URL(request.url).host : request.url,
      clip(request),
    )
  if (request.kind === 'video') return html`A video file, ${clip(request)}`
  return html`${formatCount(request.uploads.length, { one: 'picture', other: 'pictures' })}, ${request.width}
  × ${request.height}`
}

/** Addresses can be very long: of such a one a few lines are seen until it is pressed. */
function clipOfAddress(url: string, words: string): Html {
  if (url.length <= shortAddress) return html`<span class="source-address">${url}</span>, ${words}`
  return html`<details class="whole">
      <summary class="source-address">${url}</summary>
    </details>
    ${words}`
}

/** How far a running task is: its step and percentage. */
export function taskProgress({ id, step, progress }: TaskRecord): Html {
  const percent = Math.round(progress * 100)
  const words = stepWords[step ?? 'preparing']
  return html`<span class="task-progress">
    <label for="progress-${id}">${words}</label>
    <progress id="progress-${id}" max="100" value="${percent}"></progress> <span>${percent} %</span>
  </span>`
}

/** Why a failed task cannot be tried again. */
export function whyNotAgain({ error }: Pick<TaskRecord, 'error'>): string {
  if (error?.code === 'forbidden') return 'It cannot be tried again: its account was removed.'
  if (error !== null && keepsUploads(error)) {
    return 'It cannot be tried again: what was uploaded was kept for a day, and is gone.'
  }
  return 'It cannot be tried again: what was uploaded is at fault, and was not kept.'
}

function clip({ startSeconds, endSeconds }: { startSeconds: number; endSeconds: number }): string {
  return `${startSeconds} to ${endSeconds} s`
}
