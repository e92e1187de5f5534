import type { WorkerLike } from './worker-like.ts'
import type { FromEncoder, ToEncoder } from './worker-messages.ts'

/** The other end of a connection between threads. */
export type Port = {
  post: (message: FromEncoder, transfer: ArrayBuffer[]) => void
  onMessage: (listener: (message: ToEncoder) => void) => void
}

type Listen = (type: string, listener: (value: never) => void) => void
type Events = { addEventListener?: Listen; on?: Listen; ref?: () => void; unref?: () => void }

/** The parts of Node's worker_threads that we use. */
type NodeThreads = { Worker: new (url: URL) => WorkerLike; parentPort: (WorkerLike & Events) | null }

/** The browser's worker; declared here because servers lack its types. */
declare const Worker: (new (url: URL, options: { type: 'module' }) => WorkerLike) | undefined

/** Returns Node's worker_threads, without an import that bundlers for browsers would try to resolve. */
function nodeThreads(): NodeThreads | undefined {
  type WithModules = { process?: { getBuiltinModule?: (name: string) => unknown } }
  const { process } = globalThis as WithModules
  return process?.getBuiltinModule?.('node:worker_threads') as NodeThreads | undefined
}

/** Starts worker.js, which is next to this file in the package. Throws an Error if there are no workers. */
export function startEncoder(): WorkerLike {
  const threads = nodeThreads()
  if (threads !== undefined) return new threads.Worker(new URL('./worker.js', import.meta.url))
  if (typeof Worker === 'undefined') throw new Error('Workers are missing here. Use encodeGif or streamGif.')
  // Bundlers look for exactly this expression.
  return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
}

/** Listens to a worker. `onEnd` is called with the reason when it ends or cannot start. */
export function listen(
  worker: WorkerLike & Events,
  onMessage: (message: FromEncoder) => void,
  onEnd: (reason: string) => void,
): void {
  if (worker.on !== undefined) {
    worker.on('message', onMessage)
    worker.on('error', ({ message }: Error) => onEnd(message))
    worker.on('exit', () => onEnd('It ended.'))
    return
  }
  worker.addEventListener?.('message', ({ data }: { data: FromEncoder }) => onMessage(data))
  worker.addEventListener?.('error', ({ message }: { message?: string }) =>
    onEnd(message ?? 'It was not loaded.'),
  )
}

/** Sets whether a worker of Node keeps the process running; browsers have no equivalent. */
export function keepRunning(worker: WorkerLike & Events, isBusy: boolean): void {
  if (isBusy) worker.ref?.()
  else worker.unref?.()
}

/** Returns the connection of this worker to the thread that started it. */
export function parentPort(): Port {
  const node = nodeThreads()?.parentPort
  if (node) {
    return {
      post: (message, transfer) => node.postMessage(message, transfer),
      onMessage: (listener) => node.on?.('message', listener),
    }
  }
  const scope = globalThis as unknown as WorkerLike & { onmessage: (event: { data: ToEncoder }) => void }
  return {
    post: (message, transfer) => scope.postMessage(message, transfer),
    onMessage: (listener) => {
      scope.onmessage = ({ data }) => listener(data)
    },
  }
}
