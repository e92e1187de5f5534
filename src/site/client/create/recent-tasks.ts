import { find, make } from './elements.ts'
import { ask, type TaskStatus } from './follow-task.ts'

type RecentTask = { id: string; title: string; time: number }

const key = 'gifwright.recent'
const mostKept = 10

/** Remembers a task in this browser, so that it is found again. */
export function rememberTask(id: string, title: string): void {
  const others = recentTasks().filter((task) => task.id !== id)
  keep([{ id, title, time: Date.now() }, ...others])
}

/** Lists what this browser has sent of late, with how it stands; each can be taken from the list. */
export function showRecentTasks(section: HTMLElement): void {
  const list = find(section, '[data-recent-list]', HTMLUListElement)
  const { status = '', pages = '' } = section.dataset
  for (const task of recentTasks()) {
    const item = recentItem(task, pages, () => {
      forget(task.id)
      const next = item.nextElementSibling ?? item.previousElementSibling
      item.remove()
      section.hidden = list.children.length === 0
      next?.querySelector('button')?.focus()
    })
    list.append(item)
    const look = async () => {
      const answer = await ask(status + task.id)
      if (answer !== null) showState(item, task, answer)
      section.hidden = list.children.length === 0
    }
    void look()
  }
  section.hidden = list.children.length === 0
}

function recentItem({ id, title }: RecentTask, pages: string, remove: () => void): HTMLLIElement {
  const item = make('li', 'recent__item')
  const link = make('a', 'recent__link', title)
  link.href = `${pages}/${id}`
  const button = make('button', 'recent__remove', '×')
  button.type = 'button'
  button.setAttribute('aria-label', `Take “${title}” from the list`)
  button.addEventListener('click', remove)
  item.append(link, make('span', 'recent__state'), button)
  return item
}

function showState(item: HTMLLIElement, { id }: RecentTask, task: TaskStatus): void {
  const words = {
    waiting: () => 'in the queue',
    processing: () => (task.status === 'processing' ? `${Math.round(task.progress * 100)} %` : ''),
    done: () => 'ready',
    error: () => 'could not be made',
  }[task.status]()
  const isForgotten = task.status === 'error' && 'code' in task.error && task.error.code === 'not_found'
  if (isForgotten) {
    forget(id)
    item.remove()
    return
  }
  find(item, '.recent__state', HTMLElement).textContent = words
}

function recentTasks(): RecentTask[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecentTask) : []
  } catch {
    // Closed to this page, or not ours: then there is no list.
    return []
  }
}

function isRecentTask(value: unknown): value is RecentTask {
  const { id, title } = Object(value) as Partial<RecentTask>
  return typeof id === 'string' && typeof title === 'string' && /^\w+$/.test(id)
}

function forget(id: string): void {
  keep(recentTasks().filter((task) => task.id !== id))
}

function keep(tasks: RecentTask[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(tasks.slice(0, mostKept)))
  } catch {
    // The list is a convenience only.
  }
}
