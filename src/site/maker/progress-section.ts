import type { TaskView } from '../../creation/task.ts'
import { type Html, html } from '../../lib/html.ts'
import type { SiteView } from '../kit/page/site-view.ts'
import type { Messages } from '../messages/messages.ts'

/** The progress of a task, which the browser keeps up to date. `task` is null before anything was sent. */
export function progressSection(
  { links, messages }: SiteView,
  task: { id: string; view: TaskView } | null,
): Html {
  const texts = messages.maker.progress
  const { step, detail, fraction } = describe(task?.view, texts.task)
  return html`<section
    class="progress"
    aria-labelledby="progress-step"
    data-progress
    data-task="${task?.id}"
    data-status="${links.path('/api/status/')}"
    data-pages="${links.path('/create')}"
    ${task === null && html` hidden`}
  >
    <h2 id="progress-step" tabindex="-1" data-progress-step>${step}</h2>
    <progress
      max="1"
      ${fraction !== null && html` value="${fraction}"`}
      aria-labelledby="progress-step"
      data-progress-bar
    ></progress>
    <p class="progress__detail" data-progress-detail>${detail}</p>
    <p class="progress__note${task === null && ' progress__note--later'}" data-progress-note>
      ${texts.leave}
    </p>
    <p class="progress__note" hidden>
      ${texts.existing} <a href="${links.path('/')}" data-progress-existing>${texts.openExisting}</a>
    </p>
    <p class="visually-hidden" role="status" data-progress-status></p>
    ${task === null ? cancelButton('button', texts.cancel) : html`<form method="post" action="${links.path(`/create/${task.id}/cancel`)}">${cancelButton('submit', texts.cancel)}</form>`}
  </section>`
}

// In the maker it is inside another form, whose first button Enter presses.
const cancelButton = (type: 'submit' | 'button', label: string) =>
  html`<button class="button" type="${type}" data-cancel>${label}</button>`

function describe(
  task: TaskView | undefined,
  texts: Messages['maker']['progress']['task'],
): { step: string; detail: string; fraction: number | null } {
  if (task?.status === 'processing') {
    const percent = texts.percent(Math.round(task.progress * 100))
    return {
      step: texts.steps[task.step] ?? texts.making,
      detail: percent,
      fraction: task.progress,
    }
  }
  if (task?.status === 'waiting') {
    return {
      step: task.position === 1 ? texts.next : texts.position(task.position),
      detail: texts.startsItself,
      fraction: null,
    }
  }
  return { step: texts.sending, detail: '', fraction: null }
}
