import { isMainThread } from 'node:worker_threads'

/** How long a process may live after the last of its tests. */
const endMs = 60_000

const actions: (() => Promise<void>)[] = []

// The threads of the program get what their process imports, too.
if (isMainThread) {
  const { after } = await import('node:test')
  after(async () => {
    // A socket or a process that a test leaves open would keep the whole run waiting: no timeout of Node's ends a
    // process whose tests have ended.
    const fail = () => {
      console.error(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
      process.exit(1)
    }
    setTimeout(fail, endMs).unref()
    for (const action of actions.toReversed()) await action()
  })
}

/** Has an action run once, after the last test of the process: of the file, or of all files of a group. */
export function atEnd(action: () => Promise<void>): void {
  actions.push(action)
}

/**
 * Starts something that the tests of a process share. Each call gets a promise of its own: Node's test runner takes who
 * waits for a promise for a part of the suite that made it.
 */
export function shareStart<Started>(start: () => Promise<Started>): () => Promise<Started> {
  let started: Promise<Started> | undefined
  return () => {
    started ??= start()
    return new Promise((resolve, reject) => void started?.then(resolve, reject))
  }
}
