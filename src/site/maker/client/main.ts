import { followTask } from './progress/follow-task.ts'
import { loadModule } from './lazy-modules.ts'
import { Maker } from './maker.ts'
import { previewWhenNeeded } from './preview/when-needed.ts'
import { ProgressPanel } from './progress/progress-panel.ts'
import { showRecentTasks } from './progress/recent-tasks.ts'

const form = document.querySelector('[data-maker]')
if (form instanceof HTMLFormElement) {
  const maker = new Maker(form)
  previewWhenNeeded(form)
  maker.start()
}

const recent = document.querySelector('[data-recent]')
if (recent instanceof HTMLElement) showRecentTasks(recent)

if (document.querySelector('[data-made]') !== null)
  void loadModule('finished').then(({ startFinished }) => startFinished())

// The page of a task that waits or runs: it becomes that of the GIF, or of what was wrong.
const panel = document.querySelector('.making [data-progress]')
if (panel instanceof HTMLElement && panel.dataset.task) {
  const progress = new ProgressPanel(panel)
  followTask(`${panel.dataset.status ?? ''}${panel.dataset.task}`, {
    onStatus: (task) => {
      progress.task(task)
      if (task.status === 'done' || task.status === 'error') location.reload()
    },
    onLost: () => progress.lost(),
  })
}
