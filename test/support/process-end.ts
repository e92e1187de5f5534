import { isMainThread } from 'node:worker_threads'

/** How long a file's process may live after the last of its tests. */
const endMs = 60_000

// A socket or a process that a test leaves open would keep the whole run waiting: no timeout of Node's ends a file
// whose tests have ended.
if (isMainThread) {
  const { after } = await import('node:test')
  after(() => {
    const fail = () => {
      console.error(`Still open after the last test: ${process.getActiveResourcesInfo().join(', ')}`)
      process.exit(1)
    }
    setTimeout(fail, endMs).unref()
  })
}
