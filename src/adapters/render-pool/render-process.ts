import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError, serviceFault } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log/log.ts'
import { spawnPrefixed } from '../../lib/sandbox/prefixed-command.ts'
import { ownPrefix } from '../../lib/disk/process-folders.ts'
import { removeFolder } from '../../lib/disk/folders.ts'
import { classifyToolEnd } from '../../lib/tools/tool-fault.ts'
import type { DerivedFiles, MediaLimits, MediaPlan, Previewed } from '../../media/media-engine.ts'
import { mostDiskNeed } from '../../render/disk-need.ts'
import {
  type JobMessage,
  type JobResult,
  progressMs,
  replyDescriptor,
  type SpaceMessage,
  unpackError,
} from '../../render/protocol.ts'
import { takesTooMuch } from '../../render/tools/ffmpeg.ts'
import type { Decoder } from './choose-decoder.ts'
import { type Isolation, type Launch, renderCommand } from './isolation.ts'
import {
  collectOutputs,
  collectPreview,
  emptyFolder,
  expectedShapes,
  protocolViolation,
  stageInputs,
} from './job-files.ts'
import { followReplies } from './replies.ts'

const maxErrorBytes = 8192
/** The time to wait for tools after their process ended: one that left the group cannot be killed with it. */
const escapedToolMs = 2000
/** The time for processes that have closed the pipe, and so can do nothing more, to leave the list of processes. */
const leavingMs = 250
/**
 * The number of replies allowed beyond the expected progress, because clocks are inexact and a job's end needs some.
 */
const replyShare = 2
const moreReplies = 100

export type RenderProcessOptions = {
  isolation: Isolation
  /** The decoder for the input of its jobs. */
  decoder: Decoder
  /** The parent of the process's own folder, on the file system of the jobs' folders. */
  folders: string
  /** The folders with its tools. */
  searchPath: string
  log: Log
}

/** `isLast`: the process will not be used again. */
export type RenderJob = {
  plan: MediaPlan
  folder: string
  limits: MediaLimits
  isLast: boolean
  space: JobSpace
}

/** The disk space of a job. Once the process asks for more, the copies of the job's files have been written. */
type JobSpace = { reserve: (bytes: number) => Promise<void>; markWritten: () => void }

/** The result of a job; `preview` is null for renditions. */
export type Outcome = { result: JobResult; files: DerivedFiles; preview: Previewed | null }

/** A job asks for space for its output, and before that for a copy of its source. */
const mostAsks = 2

type JobEvents = { onProgress: (fraction: number) => void; onSpace: (bytes: number) => void }

/** The running job of a process, with the number of replies and requests for space that it may still send. */
type Turn = { repliesLeft: number; asksLeft: number; mostBytes: number } & JobEvents &
  Pick<PromiseWithResolvers<JobResult>, 'resolve' | 'reject'>

/**
 * One render process, the head of a process group with its tools. All of them hold one pipe, which closes when all have
 * ended. It works in its own folder: the files of a job are copied there, and renditions are collected from there. Its
 * replies and files are not trusted, and the first one that no intact render process sends ends it.
 */
export class RenderProcess {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #folderInside: string
  readonly #log: Log
  readonly #gone: Promise<void>
  #turn: Turn | undefined
  #isAlive = true
  #isGone = false
  #stderr = ''
  #isWorking = false
  #stopping: Promise<void> | undefined
  #ending: Promise<void> | undefined
  /** The number of jobs it was given so far. */
  jobs = 0

  /** Starts a process. Throws the system's error if its folder or the process cannot be created. */
  static async start({
    isolation,
    decoder,
    folders,
    ...options
  }: RenderProcessOptions): Promise<RenderProcess> {
    const folder = await mkdtemp(join(folders, ownPrefix))
    try {
      return new RenderProcess(folder, await isolation.launch(folder, decoder), options)
    } catch (error) {
      await removeFolder(folder)
      throw error
    }
  }

  constructor(
    folder: string,
    { prefix, toolPrefix, folderInside, compiledCode }: Launch,
    { searchPath, log }: { searchPath: string; log: Log },
  ) {
    this.#folder = folder
    this.#folderInside = folderInside
    this.#log = log
    const own = [...renderCommand, JSON.stringify(toolPrefix)]
    this.#child = spawnPrefixed(prefix, own, {
      cwd: '/',
      detached: true,
      // A decoder gets nothing of the server's environment, least of all its secrets.
      env: {
        PATH: searchPath,
        LANG: 'C.UTF-8',
        TMPDIR: folderInside,
        VIPS_BLOCK_UNTRUSTED: '1',
        ...(compiledCode !== undefined && { NODE_COMPILE_CACHE: compiledCode }),
      },
      // Plain pipes, because Node trusts the messages of a child on its own channel.
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    })
    this.#child.stdin?.on('error', () => void this.kill())
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#stderr.length < maxErrorBytes) this.#stderr = (this.#stderr + text).slice(0, maxErrorBytes)
    })
    this.#followReplies()
    this.#child.once('exit', () => {
      this.#isAlive = false
      // It crashed or was killed alone. Usually the kernel ends its tools; this is for kernels that do not.
      this.#killGroup()
      const close = () => {
        for (const stream of this.#child.stdio) stream?.destroy()
      }
      setTimeout(close, escapedToolMs).unref()
    })
    this.#gone = new Promise((resolve) => {
      this.#child.once('close', () => {
        this.#isGone = true
        resolve()
      })
      this.#child.on('error', (error) => {
        this.#isAlive = false
        this.#stderr += `${error.message}\n`
        if (this.#child.pid === undefined) resolve()
      })
    })
    // If it ends between jobs, nothing else removes its folder before the next job.
    void this.#gone.then(() => (this.#isWorking ? undefined : this.kill()))
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  /**
   * Runs one job to its end, with the renditions in `folder`. When the signal aborts, rejects with its reason after
   * every process of the job has ended. Rejects with AppError media_broken and `retry` if the process crashes,
   * media_too_large if it needed too much memory, and internal if it ends in another way or breaks the protocol.
   */
  async run(
    { plan, folder, limits, isLast, space }: RenderJob,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<Outcome> {
    this.jobs += 1
    this.#isWorking = true
    const stop = () => void this.kill()
    signal.addEventListener('abort', stop)
    try {
      const own = await stageInputs(plan, this.#folder, this.#folderInside)
      space.markWritten()
      const events = { onProgress, onSpace: (bytes: number) => void this.#answerSpace(space.reserve(bytes)) }
      const result = await this.#outcome({ plan: own, folder: this.#folderInside, limits }, events)
      // Once ended, it cannot change the files during the check.
      if (isLast) await this.#stop()
      const outcome = await collect(plan, result, [this.#folder, folder]).catch(async (error: unknown) => {
        await this.kill()
        throw error
      })
      await this.#clear()
      return outcome
    } catch (error) {
      if (signal.aborted) {
        await this.kill()
        throw signal.reason
      }
      await this.#clear()
      throw error
    } finally {
      this.#isWorking = false
      signal.removeEventListener('abort', stop)
    }
  }

  /**
   * Kills the process and all its tools and removes its folder; resolves when none is left, or none that can be
   * reached. Never rejects: a folder that cannot be removed is logged.
   */
  kill(): Promise<void> {
    return (this.#ending ??= this.#end())
  }

  async #end(): Promise<void> {
    await this.#stop()
    await removeFolder(this.#folder).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'The folder of a render process cannot be removed'),
    )
  }

  #stop(): Promise<void> {
    return (this.#stopping ??= this.#stopNow())
  }

  async #stopNow(): Promise<void> {
    this.#isAlive = false
    this.#killGroup()
    await this.#gone
    await this.#groupLeft()
  }

  /** Empties the folder for the next job. If something cannot be removed, no job may use it. */
  async #clear(): Promise<void> {
    if (this.#isAlive) await emptyFolder(this.#folder).catch(() => this.kill())
    else await this.kill()
  }

  async #answerSpace(reserved: Promise<void>): Promise<void> {
    const message: SpaceMessage = await reserved.then(
      () => ({ granted: true }),
      () => ({ granted: false }),
    )
    if (this.#isAlive) this.#child.stdin?.write(`${JSON.stringify(message)}\n`)
  }

  #outcome(job: JobMessage, events: JobEvents): Promise<JobResult> {
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>()
    const repliesLeft = (job.limits.timeoutSeconds * 1000 * replyShare) / progressMs + moreReplies
    this.#turn = {
      repliesLeft,
      asksLeft: mostAsks,
      mostBytes: mostDiskNeed(job.limits),
      ...events,
      resolve,
      reject,
    }
    // Not at `exit`: at that point, a tool may still write into the job's folder.
    void this.#gone.then(() => reject(this.#endError()))
    if (this.#isAlive) this.#child.stdin?.write(`${JSON.stringify(job)}\n`)
    return promise.finally(() => {
      this.#turn = undefined
    })
  }

  #followReplies(): void {
    const breach = (cause: string) => {
      this.#turn?.reject(protocolViolation(cause))
      this.#turn = undefined
      void this.kill()
    }
    const pipe = this.#child.stdio[replyDescriptor]
    if (!(pipe instanceof Readable)) return
    followReplies(
      pipe,
      (reply) => {
        const turn = this.#turn
        if (turn === undefined) return breach('an unexpected reply')
        turn.repliesLeft -= 1
        if (turn.repliesLeft < 0) return breach('more replies than a job has')
        if (reply.type === 'progress') return turn.onProgress(reply.fraction)
        if (reply.type === 'space') {
          turn.asksLeft -= 1
          if (turn.asksLeft < 0 || reply.bytes > turn.mostBytes)
            return breach('a request for more space than any job needs')
          return turn.onSpace(reply.bytes)
        }
        this.#turn = undefined
        if (reply.type === 'failed') turn.reject(unpackError(reply.failure))
        else turn.resolve(reply)
      },
      breach,
    )
  }

  /** The error of a job whose process ended; ending without a signal is a fault of the service. */
  #endError(): AppError {
    const { exitCode, signalCode } = this.#child
    const stderr = this.#stderr
    const cause = `The render process ended with ${signalCode ?? exitCode}: ${stderr}`
    const fault = classifyToolEnd({ code: exitCode, signal: signalCode, stderr })
    if (fault === 'memory') return takesTooMuch('memory', cause)
    if (fault === 'cpu_time') return takesTooMuch('cpu_time', cause)
    if (fault !== 'crash') return serviceFault(cause)
    return new AppError('media_broken', { detail: 'decoderStopped' }, { retry: true, cause })
  }

  #killGroup(): void {
    const { pid } = this.#child
    if (this.#isGone || pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // No process of the group is left.
    }
  }

  async #groupLeft(): Promise<void> {
    const end = performance.now() + leavingMs
    const { pid } = this.#child
    if (pid === undefined) return
    while ((await isGroupAlive(pid)) && performance.now() < end) await pause(2)
  }
}

/** Collects the files of a job that a process reports as done. */
async function collect(plan: MediaPlan, result: JobResult, folders: [string, string]): Promise<Outcome> {
  const shapes = expectedShapes(plan, result)
  if (result.type !== 'previewed')
    return { result, files: await collectOutputs(shapes, folders), preview: null }
  const { preview: made } = result
  return { result, files: {}, preview: { made, ...(await collectPreview(made, folders)) } }
}

/** Returns true if a process group still has a living process. Zombies do not count if /proc shows them. */
async function isGroupAlive(group: number): Promise<boolean> {
  if (!exists(group)) return false
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name))
  if (pids.length === 0) return true
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')))
  return stats.some((stat) => {
    // After the name, which can contain anything: the state, the parent and the group.
    const [state = '', , own] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(own) === group && !'ZX'.includes(state)
  })
}

function exists(group: number): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}
