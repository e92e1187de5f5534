import { ask, type TaskStatus } from './follow-task.ts'

/** Between two questions, on average, however many tasks are followed. */
const pollMs = 1500
const slowPollMs = 5000

/**
 * Tells how tasks go on until each has ended or is no longer in `ids`. A stream for each would take all the connections
 * that a browser opens to one host. `address` and an id is where to ask; null is told when nothing came back.
 */
export async function followTasks(
  address: string,
  ids: Set<string>,
  tell: (id: string, task: TaskStatus | null) => void,
): Promise<void> {
  while (ids.size > 0) {
    let isLost = false
    for (const id of ids) {
      const task = await ask(address + id)
      if (!ids.has(id)) continue
      isLost ||= task === null
      if (task?.status === 'done' || task?.status === 'error') ids.delete(id)
      tell(id, task)
    }
    if (ids.size > 0) await pause((isLost ? slowPollMs : pollMs) * ids.size)
  }
}

/** Waits so long, and on while nobody sees the page; no longer once it is seen again or the connection is back. */
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
