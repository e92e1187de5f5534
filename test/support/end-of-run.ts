import { isMainThread } from 'node:worker_threads'

/** The time that a process may take to end after its last test. */
const endMs = 60_000

const actions: (() => Promise<void>)[] = []

// Worker threads load it as well, if the process was started with `--import`.
if (isMainThread) {
  const { after } = await import('node:test')
  after(async () => {
    // A socket or process that a test leaves open would keep the run waiting: Node has no timeout for this.
    const fail = () => {
      console.error(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
      process.exit(1)
    }
    setTimeout(fail, endMs).unref()
    for (const action of actions.toReversed()) await action()
  })
}

/** Registers an action to run after the last test of the process. */
export function atEnd(action: () => Promise<void>): void {
  actions.push(action)
}

/**
 * Returns a function that starts a resource on its first call and returns it on every call. Each call gets its own promise:
 * Node's test runner attributes code that awaits a promise to the suite that created it.
 */
export function shareStart<Started>(start: () => Promise<Started>): () => Promise<Started> {
  let started: Promise<Started> | undefined
  return () => {
    started ??= start()
    return new Promise((resolve, reject) => void started?.then(resolve, reject))
  }
}
