import type { Readable, Writable } from 'node:stream'
import { serviceFault } from '../../lib/app-error.ts'
import { watchCpuLimit } from '../../lib/tools/cpu-limit.ts'
import { systemCode } from '../../lib/system-code.ts'
import { classifyToolEnd, signalOf, type ToolEnd, type ToolFault } from '../../lib/tools/tool-fault.ts'
import { type CommandPrefix, spawnPrefixed } from '../../lib/sandbox/prefixed-command.ts'
import { noSuchProgram } from '../../lib/tools/find-program.ts'
import type { heifPrograms } from './decoders.ts'
import { type ByteSink, openSocketPair } from './socket-pair.ts'
import { limitedCommand } from '../../lib/tools/tool-limits.ts'

const maxErrorBytes = 8192
/** The limit for tools that should not write files. */
const defaultMaxFileBytes = 1_000_000

/**
 * The settings of the C library's allocator: freed frames are allocated again soon. By default it returns them to the
 * system each time, which then has to clear every page again.
 */
const keepsMemory = { MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '268435456' }

export type ToolRun = {
  /** The most that the tool may write to one file; default: 1 MB. */
  maxFileBytes?: number
  /** The processor time after which the kernel ends the tool. */
  maxCpuSeconds: number
  /**
   * Receives the tool's standard output, to the end; the tool waits while a promise of it is pending. Large output is
   * read into the caller's memory.
   */
  onOutput: ((chunk: Buffer) => Promise<void> | void) | ByteSink
  /** The tool's standard input, to the end; default: none. */
  feed?: AsyncIterable<Uint8Array>
  /** Reads the tool's standard error, if more than its first 8 KB is of interest. */
  log?: ToolLog
}

export type ToolLog = {
  /** Takes the next part; if it throws, the tool is ended. */
  push(text: string): void
  /** The part to return and to include in errors: bounded in length. */
  readonly errors: string
}

export type ToolSettings = {
  /** The prefix that runs each command in a sandbox; empty without one. */
  sandbox: CommandPrefix
  /** False for the user's own files on their own machine: neither limits nor a lower priority. */
  isLimited: boolean
  env: NodeJS.ProcessEnv
  /** Ends every tool immediately. */
  signal?: AbortSignal
  /** Returns the error for a tool that is not installed; by default that is a fault of the service. */
  toolNotFound?: (cause: unknown) => Error
}

let settings: ToolSettings = { sandbox: { args: [] }, isLimited: true, env: process.env }

/** Sets, once and before any tool is run, how this process runs its tools. */
export function configureTools(changes: Partial<ToolSettings>): void {
  settings = { ...settings, ...changes }
}

/** The failure of a tool; `stderr` is the beginning of its output. */
export class ToolFailure extends Error {
  readonly fault: ToolFault
  readonly stderr: string

  constructor(tool: string, end: ToolEnd) {
    const { code, signal, stderr } = end
    super(`${tool} ended with ${signal ?? signalOf(code) ?? `exit code ${code}`}: ${stderr}`)
    this.fault = classifyToolEnd(end)
    this.stderr = stderr
  }
}

/**
 * Runs ffmpeg or ffprobe under limits, to its end; returns its standard error, cut at 8 KB. Throws ToolFailure;
 * AppError internal if the tool cannot be started; what `feed`, `onOutput` or `log` throw.
 */
export async function runTool(
  tool: 'ffmpeg' | 'ffprobe' | (typeof heifPrograms)[number],
  args: string[],
  run: ToolRun,
): Promise<string> {
  const { maxCpuSeconds, maxFileBytes = defaultMaxFileBytes } = run
  const { sandbox, isLimited, env, signal, toolNotFound } = settings
  signal?.throwIfAborted()
  const limits = isLimited ? await limitedCommand({ maxCpuSeconds, maxFileBytes }, env.PATH) : []
  const prefix = { args: [...limits, ...sandbox.args], filter: sandbox.filter }
  const pair = typeof run.onOutput === 'function' ? undefined : await openSocketPair(run.onOutput)
  const cpuLimitState = watchCpuLimit(maxCpuSeconds)
  // The fourth stream is the render process's own standard error: its other end is closed only when every tool has
  // ended too.
  const child = spawnPrefixed(prefix, [tool, ...args], {
    stdio: [run.feed === undefined ? 'ignore' : 'pipe', pair?.far ?? 'pipe', 'pipe', 2],
    cwd: '/',
    env: { ...env, ...keepsMemory },
  })
  pair?.far.destroy()
  const [, output, errors] = child.stdio
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  let fault: { error: unknown } | undefined
  const stop = (error: unknown) => {
    fault ??= { error }
    child.kill('SIGKILL')
  }
  const abort = () => stop(signal?.reason)
  signal?.addEventListener('abort', abort)
  const stderr = collect(errors, run.log ?? new ErrorHead(), stop)
  const reading = (pair?.read() ?? (output && read(output, run.onOutput)))?.catch(stop)
  if (run.feed !== undefined && child.stdin !== null) {
    const { stdin } = child
    write(run.feed, stdin).catch((error: unknown) => {
      fault ??= { error }
      // The tool ends by itself, as at the end of any input. Killed while it starts, a sandbox would leave a child
      // behind.
      stdin.destroy()
    })
  }
  const end = await ended
    .catch((error: unknown) => {
      throw systemCode(error) === 'ENOENT' && toolNotFound !== undefined
        ? toolNotFound(error)
        : serviceFault(`${tool} cannot be started: ${String(error)}`)
    })
    .finally(() => signal?.removeEventListener('abort', abort))
  // Its output may still be waited for.
  await reading
  if (fault !== undefined) throw fault.error
  if (end.code === 0) return stderr()
  if (end.code === noSuchProgram && toolNotFound !== undefined) throw toolNotFound(stderr())
  throw new ToolFailure(tool, { ...end, stderr: stderr(), cpuLimit: cpuLimitState() })
}

async function read(output: Readable, onOutput: ToolRun['onOutput']): Promise<void> {
  for await (const chunk of output) {
    const handled =
      typeof onOutput === 'function' ? onOutput(chunk as Buffer) : copy(chunk as Buffer, onOutput)
    if (handled !== undefined) await handled
  }
}

/** Copies a chunk into the memory of a sink. */
async function copy(chunk: Buffer, { place, onBytes }: ByteSink): Promise<void> {
  for (let rest: Uint8Array = chunk; rest.length > 0;) {
    const target = place()
    const part = rest.subarray(0, target.length)
    target.set(part)
    await onBytes(part.length)
    rest = rest.subarray(part.length)
  }
}

async function write(chunks: AsyncIterable<Uint8Array>, input: Writable): Promise<void> {
  let wake = () => {}
  // If a tool ends before its input does, its own exit says why.
  input.on('error', () => undefined)
  input.on('drain', () => wake())
  input.on('close', () => wake())
  for await (const chunk of chunks) {
    if (input.destroyed) return
    if (!input.write(chunk)) await new Promise<void>((resolve) => (wake = resolve))
  }
  input.end()
}

function collect(stream: Readable | null, log: ToolLog, stop: (error: unknown) => void): () => string {
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    try {
      log.push(chunk)
    } catch (error) {
      stop(error)
    }
  })
  return () => log.errors
}

class ErrorHead implements ToolLog {
  #text = ''

  push(text: string): void {
    if (this.#text.length < maxErrorBytes) this.#text = (this.#text + text).slice(0, maxErrorBytes)
  }

  get errors(): string {
    return this.#text.trim()
  }
}
