import { ask, type TaskStatus } from './follow-task.ts'

/** Between two questions, on average, however many tasks are followed. */
const pollMs = 1500
const slowPollMs = 5000

/**
 * Follows tasks until each has ended or is no longer in `ids`. A stream for each would take all the connections
 * that a browser opens to one host. `address` and an id is the address of a status; `onStatus` gets null where there was no answer.
 */
export async function followTasks(
  address: string,
  ids: Set<string>,
  onStatus: (id: string, task: TaskStatus | null) => void,
): Promise<void> {
  while (ids.size > 0) {
    let isLost = false
    for (const id of ids) {
      const task = await ask(address + id)
      if (!ids.has(id)) continue
      isLost ||= task === null
      if (task?.status === 'done' || task?.status === 'error') ids.delete(id)
      onStatus(id, task)
    }
    if (ids.size > 0) await pause((isLost ? slowPollMs : pollMs) * ids.size)
  }
}

/** Waits, and longer while the page is hidden; ends early once it is visible again or the connection is back. */
function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      if (document.hidden) return
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', end)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    document.addEventListener('visibilitychange', end)
    addEventListener('online', end)
  })
}
