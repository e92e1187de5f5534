/** What the status call tells of a task. */
export type TaskStatus =
  | { status: 'waiting'; position: number }
  | { status: 'processing'; progress: number; step: string }
  | { status: 'done'; url: string }
  | { status: 'error'; error: { message: string; field?: string } }

const pollMs = 1000
const slowPollMs = 4000

/**
 * Tells how a task goes on until it has ended: by server-sent events, or by asking again and again where those do not
 * come. `address` is that of the task's status.
 */
export function followTask(address: string, tell: (task: TaskStatus) => void): void {
  let isOver = false
  const told = (task: TaskStatus) => {
    if (isOver) return
    isOver = task.status === 'done' || task.status === 'error'
    tell(task)
  }
  const events = new EventSource(`${address}/events`)
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    told(JSON.parse(data) as TaskStatus)
    if (isOver) events.close()
  })
  events.addEventListener('error', () => {
    events.close()
    if (!isOver) void poll()
  })

  async function poll(): Promise<void> {
    for (;;) {
      const task = await ask(address)
      if (task !== null) told(task)
      if (isOver) return
      await wait(task === null ? slowPollMs : pollMs)
    }
  }
}

/** How a task stands; null when the service did not say. */
export async function ask(address: string): Promise<TaskStatus | null> {
  try {
    const response = await fetch(address, { cache: 'no-store' })
    if (response.ok || response.status === 404) return (await response.json()) as TaskStatus
  } catch {
    // The connection may come back.
  }
  return null
}

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
