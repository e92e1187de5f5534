import { announce, find } from '../../../kit/client/dom.ts'
import { makerTexts } from '#texts/maker.ts'
import { createElement } from '../elements.ts'
import type { TaskStatus } from './follow-task.ts'
import { followTasks } from './follow-tasks.ts'

type RecentTask = { id: string; title: string; time: number }

const key = 'gifwright.recent'
const maxKept = 10

/** Remembers a task in this browser, so that it is found again. */
export function rememberTask(id: string, title: string): void {
  const others = recentTasks().filter((task) => task.id !== id)
  keep([{ id, title, time: Date.now() }, ...others])
}

/** Lists what this browser has sent of late, and follows it until it has ended; each can be taken from the list. */
export function showRecentTasks(section: HTMLElement): void {
  const list = find(section, '[data-recent-list]', HTMLUListElement)
  const { status = '', pages = '', gifs = '' } = section.dataset
  const items = new Map<string, HTMLLIElement>()
  const unended = new Set<string>()
  const remove = (id: string) => {
    forget(id)
    unended.delete(id)
    items.get(id)?.remove()
    section.hidden = list.children.length === 0
  }
  for (const task of recentTasks()) {
    const item = recentItem(task, pages, () => {
      const next = item.nextElementSibling ?? item.previousElementSibling
      remove(task.id)
      next?.querySelector('button')?.focus()
    })
    items.set(task.id, item)
    unended.add(task.id)
    list.append(item)
  }
  section.hidden = list.children.length === 0
  void followTasks(status, unended, (id, task) => {
    const item = items.get(id)
    if (item === undefined) return
    if (isForgotten(task)) return remove(id)
    const hasWaited = item.dataset.recentStatus !== undefined
    if (task?.status === 'done') find(item, 'a', HTMLAnchorElement).href = gifs + task.url
    showState(item, task)
    const title = find(item, 'a', HTMLAnchorElement).textContent
    if (hasWaited && task?.status === 'done') announce(makerTexts.recent.ready(title))
    if (hasWaited && task?.status === 'error') announce(makerTexts.recent.failed(title))
  })
}

function recentItem({ id, title }: RecentTask, pages: string, remove: () => void): HTMLLIElement {
  const item = createElement('li', 'recent__item')
  const link = createElement('a', 'recent__link', title)
  link.href = `${pages}/${id}`
  const button = createElement('button', 'recent__remove', '×')
  button.type = 'button'
  button.setAttribute('aria-label', makerTexts.recent.remove(title))
  button.addEventListener('click', remove)
  item.append(link, createElement('span', 'recent__state'), button)
  return item
}

function showState(item: HTMLLIElement, task: TaskStatus | null): void {
  const text = task === null ? makerTexts.recent.noConnection : stateText(task)
  const state = find(item, '.recent__state', HTMLElement)
  if (state.textContent !== text) state.textContent = text
  if (task !== null) item.dataset.recentStatus = task.status
}

function stateText(task: TaskStatus): string {
  if (task.status === 'waiting') return makerTexts.recent.waiting
  if (task.status === 'processing') return makerTexts.progress.percent(Math.round(task.progress * 100))
  return task.status === 'done' ? makerTexts.recent.done : makerTexts.recent.error
}

/** The service keeps tasks for a while only. */
function isForgotten(task: TaskStatus | null): boolean {
  return task?.status === 'error' && 'code' in task.error && task.error.code === 'not_found'
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
    localStorage.setItem(key, JSON.stringify(tasks.slice(0, maxKept)))
  } catch {
    // The list is a convenience only.
  }
}
