import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../lib/app-error.ts'
import type { Rendered } from '../../media/media-engine.ts'
import { type JobMessage, type ReplyMessage, unpackError } from '../../render/protocol.ts'

const program = fileURLToPath(new URL('../../render/main.ts', import.meta.url))
const maxErrorBytes = 8192
/** How long after its end a process's tools are waited for: one that left the group cannot be killed with it. */
const escapedToolMs = 2000

/**
 * One render process, the head of a process group that its tools belong to. It and they hold one pipe, so
 * that its closing says that all of them have ended.
 */
export class RenderProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<void>
  #isAlive = true
  #isGone = false
  #stderr = ''
  /** Jobs that it was given so far. */
  jobs = 0

  /** `searchPath`: where its tools are looked for. */
  constructor(searchPath: string) {
    this.#child = fork(program, [], {
      execArgv: [],
      cwd: '/',
      detached: true,
      // Nothing of the server's environment, its secrets least of all, is a decoder's business.
      env: { PATH: searchPath, LANG: 'C.UTF-8', VIPS_BLOCK_UNTRUSTED: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#stderr.length < maxErrorBytes) this.#stderr = (this.#stderr + text).slice(0, maxErrorBytes)
    })
    this.#child.once('exit', () => {
      this.#isAlive = false
      // Crashed or killed alone: its tools have the kernel's word, and this is for kernels without it.
      this.#killGroup()
      setTimeout(() => this.#child.stderr?.destroy(), escapedToolMs).unref()
    })
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#isGone = true
        resolve()
      })
      this.#child.once('error', () => {
        this.#isAlive = false
        if (this.#child.pid === undefined) resolve()
      })
    })
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /**
   * Runs one job to its end. When the signal aborts, rejects with its reason after every process of the job
   * has ended; when the process ends by itself, with AppError media_broken and `retry`.
   */
  async run(job: JobMessage, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<Rendered> {
    this.jobs += 1
    const stop = () => void this.kill()
    signal.addEventListener('abort', stop)
    try {
      return await this.#outcome(job, onProgress)
    } catch (error) {
      if (!signal.aborted) throw error
      await this.kill()
      throw signal.reason
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Ends the process and all its tools; resolves when none is left, or none that can be reached. */
  async kill(): Promise<void> {
    this.#isAlive = false
    this.#killGroup()
    await this.#gone
  }

  #outcome(job: JobMessage, onProgress: (fraction: number) => void): Promise<Rendered> {
    const child = this.#child
    const { promise, resolve, reject } = Promise.withResolvers<Rendered>()
    const onMessage = (message: unknown) => {
      const reply = message as ReplyMessage
      if (reply.type === 'progress') onProgress(reply.fraction)
      else if (reply.type === 'done') resolve(reply.rendered)
      else reject(unpackError(reply.failure))
    }
    child.on('message', onMessage)
    // Not at `exit`: by then a tool may still write into the job's folder.
    void this.#gone.then(() => reject(this.#crash()))
    if (this.#isAlive) child.send(job, (error) => error && void this.kill())
    return promise.finally(() => child.off('message', onMessage))
  }

  #crash(): AppError {
    const { exitCode, signalCode } = this.#child
    return new AppError('media_broken', 'The file made the decoder stop.', {
      retry: true,
      cause: `The render process ended with ${signalCode ?? exitCode}: ${this.#stderr}`,
    })
  }

  #killGroup(): void {
    const { pid } = this.#child
    if (pid === undefined || this.#isGone) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // No process of the group is left.
    }
  }
}
