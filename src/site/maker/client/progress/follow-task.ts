/** The answer of the status call. */
export type TaskStatus =
  | { status: 'waiting'; position: number }
  | { status: 'processing'; progress: number; step: string }
  | { status: 'done'; url: string }
  | { status: 'error'; error: { message: string; field?: string } }

const pollMs = 1000
const slowPollMs = 4000

/** How long an answer is waited for. */
const timeoutMs = 15_000

export type Follower = {
  onStatus: (task: TaskStatus) => void
  /** The service did not answer; it is asked again. */
  onLost: () => void
}

/**
 * Follows a task until it has ended: by server-sent events, or by polling where those do not
 * come. `address` is that of the task's status.
 */
export function followTask(address: string, { onStatus, onLost }: Follower): void {
  let isOver = false
  let isPolling = false
  const report = (task: TaskStatus) => {
    if (isOver) return
    isOver = task.status === 'done' || task.status === 'error'
    onStatus(task)
    if (isOver) removeEventListener('offline', poll)
  }
  const events = new EventSource(`${address}/events`)
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    report(JSON.parse(data) as TaskStatus)
    if (isOver) events.close()
  })
  events.addEventListener('error', poll)
  // A stream may stay open long after the network has gone.
  addEventListener('offline', poll, { once: true })

  async function poll(): Promise<void> {
    if (isOver || isPolling) return
    isPolling = true
    events.close()
    for (;;) {
      const task = await ask(address)
      if (task === null) onLost()
      else report(task)
      if (isOver) return
      await wait(task === null ? slowPollMs : pollMs)
    }
  }
}

/** The status of a task; null where the service did not answer. */
export async function ask(address: string): Promise<TaskStatus | null> {
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
    if (response.ok || response.status === 404) return (await response.json()) as TaskStatus
  } catch {
    // The connection may come back.
  }
  return null
}

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs))
}
