import type { Step, TaskView } from '../../creation/task.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Links } from '../kit/page/links.ts'
import { formatOrdinal } from './form-errors.ts'

/** What each step is called. The browser's module has the same words. */
const stepWords: Record<Step, string> = {
  preparing: 'Getting ready',
  fetching: 'Fetching the video',
  rendering: 'Drawing the frames',
  storing: 'Putting it away',
}

/** How making a GIF goes on; the browser keeps it up to date. `task` null: nothing was sent yet. */
export function progressSection(links: Links, task: { id: string; view: TaskView } | null): Html {
  const { words, detail, fraction } = describe(task?.view)
  return html`<section
    class="progress"
    aria-labelledby="progress-words"
    data-progress
    data-task="${task?.id}"
    data-status="${links.path('/api/status/')}"
    data-pages="${links.path('/create')}"
    ${task === null && html` hidden`}
  >
    <h2 id="progress-words" tabindex="-1" data-progress-words>${words}</h2>
    <progress
      max="1"
      ${fraction !== null && html` value="${fraction}"`}
      aria-labelledby="progress-words"
      data-progress-bar
    ></progress>
    <p class="progress__detail" data-progress-detail>${detail}</p>
    <p class="progress__note" data-progress-note ${task === null && html` hidden`}>
      You can leave this page and come back.
    </p>
    <p class="unseen" role="status" data-progress-said></p>
    ${task === null ? cancelButton('button') : html`<form method="post" action="${links.path(`/create/${task.id}/cancel`)}">${cancelButton('submit')}</form>`}
  </section>`
}

// In the maker it is inside another form, whose first button Enter presses.
const cancelButton = (type: 'submit' | 'button') =>
  html`<button class="button" type="${type}" data-cancel>Cancel</button>`

function describe(task: TaskView | undefined): { words: string; detail: string; fraction: number | null } {
  if (task?.status === 'processing') {
    const percent = `${Math.round(task.progress * 100)} %`
    return { words: stepWords[task.step], detail: percent, fraction: task.progress }
  }
  if (task?.status === 'waiting') {
    return {
      words: task.position === 1 ? 'Yours is next' : `${formatOrdinal(task.position)} in the queue`,
      detail: 'It starts by itself.',
      fraction: null,
    }
  }
  return { words: 'Sending', detail: '', fraction: null }
}
