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
