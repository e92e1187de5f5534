import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../lib/app-error.ts'
import type { MediaLimits, Rendered, RenderPlan } from '../../media/media-engine.ts'
import { type JobMessage, type ReplyMessage, unpackError } from '../../render/protocol.ts'
import { type Launch, type Isolation, renderProgram } from './isolation.ts'
import { bringIn, emptyFolder, takeOut } from './job-files.ts'

const maxErrorBytes = 8192
/** How long after its end a process's tools are waited for: one that left the group cannot be killed with it. */
const escapedToolMs = 2000
/** How long those who have closed the pipe, and so can do nothing more, are given to leave the list of processes. */
const leavingMs = 250

export type RenderProcessOptions = {
  isolation: Isolation
  /** The folder that the process gets one of its own in; on the file system of the jobs' folders. */
  folders: string
  /** Where its tools are looked for. */
  searchPath: string
}

/**
 * One render process, the head of a process group that its tools belong to. It and they hold one pipe, so
 * that its closing says that all of them have ended. It works in a folder of its own: the files of a job are brought
 * there, and the renditions are taken from there.
 */
export class RenderProcess {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #folderInside: string
  readonly #gone: Promise<void>
  #isAlive = true
  #isGone = false
  #stderr = ''
  /** Jobs that it was given so far. */
  jobs = 0

  /** Starts one; throws the system's error when its folder cannot be made. */
  static async start({ isolation, folders, searchPath }: RenderProcessOptions): Promise<RenderProcess> {
    const folder = await mkdtemp(join(folders, `${process.pid}-`))
    return new RenderProcess(folder, isolation.launch(folder), searchPath)
  }

  constructor(folder: string, { words, toolWords, folderInside }: Launch, searchPath: string) {
    this.#folder = folder
    this.#folderInside = folderInside
    const [command, ...args] = [...words, process.execPath]
    this.#child = fork(renderProgram, [JSON.stringify(toolWords)], {
      execPath: command,
      execArgv: args,
      cwd: '/',
      detached: true,
      // Nothing of the server's environment, its secrets least of all, is a decoder's business.
      env: { PATH: searchPath, LANG: 'C.UTF-8', TMPDIR: folderInside, VIPS_BLOCK_UNTRUSTED: '1' },
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

  /**
   * Runs one job to its end; the renditions are in `folder` then. When the signal aborts, rejects with its reason
   * after every process of the job has ended; when the process ends by itself, with AppError media_broken and
   * `retry`, or media_too_large where it wanted more memory than it may have.
   */
  async run(
    { plan, folder, limits }: { plan: RenderPlan; folder: string; limits: MediaLimits },
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<Rendered> {
    this.jobs += 1
    const stop = () => void this.kill()
    signal.addEventListener('abort', stop)
    try {
      const own = await bringIn(plan, this.#folder, this.#folderInside)
      const said = await this.#outcome({ plan: own, folder: this.#folderInside, limits }, onProgress)
      const rendered = await takeOut(said, [this.#folder, folder])
      await emptyFolder(this.#folder)
      return rendered
    } catch (error) {
      if (!signal.aborted) {
        await emptyFolder(this.#folder)
        throw error
      }
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
    await this.#groupLeft()
    await rm(this.#folder, { recursive: true, force: true })
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
    const cause = `The render process ended with ${signalCode ?? exitCode}: ${this.#stderr}`
    if (/out of memory|failed to allocate|bad_alloc/i.test(this.#stderr)) {
      return new AppError(
        'media_too_large',
        'Making the GIF takes more memory than this service has for one.',
        {
          cause,
        },
      )
    }
    return new AppError('media_broken', 'The file made the decoder stop.', { retry: true, cause })
  }

  #killGroup(): void {
    if (!this.#isGone) this.#signalGroup('SIGKILL')
  }

  async #groupLeft(): Promise<void> {
    const end = performance.now() + leavingMs
    while (this.#signalGroup(0) && performance.now() < end) await pause(2)
  }

  /** False where no process of the group is left. */
  #signalGroup(signal: 'SIGKILL' | 0): boolean {
    const { pid } = this.#child
    try {
      return pid !== undefined && process.kill(-pid, signal)
    } catch {
      return false
    }
  }
}
