import type { ErrorText } from '../../../lib/errors/error-text.ts'
import { AppError, serviceFault } from '../../../lib/app-error.ts'
import { findProgram, hasProgram, noSuchProgram } from '../../../lib/tools/find-program.ts'
import { watchCpuLimit } from '../../../lib/tools/cpu-limit.ts'
import { whyNot } from '../../../lib/sandbox/prefixed-command.ts'
import { sandboxFaults, type SandboxMode } from '../../../lib/sandbox/sandbox.ts'
import { classifyToolEnd } from '../../../lib/tools/tool-fault.ts'
import type { ToolLimits } from '../../../lib/tools/tool-limits.ts'
import { type ProgramEnd, type ProgramOptions, runProgram, defaultSearchPath } from './run-program.ts'
import { limitedPrefix, type PrefixIn, sandboxedPrefix } from './sandbox.ts'

const maxHelpLines = 5000
const noBubblewrap = 'bubblewrap is not installed'

/** The yt-dlp of this machine: its absolute path, its help text, and the command prefix for a run in a folder. */
export type InstalledYtDlp = { path: string; help: string; prefixIn: PrefixIn; isSandboxed: boolean }

export type FindOptions = {
  /** A name, looked up in the folders of `searchPath`, or a path; null for none. */
  program: string | null
  searchPath?: string | undefined
  sandbox?: SandboxMode | undefined
  limits: ToolLimits
  /** Called once with the reason when yt-dlp runs without the wanted sandbox. */
  onUnsandboxed?: ((reason: string) => void) | undefined
}

/**
 * Returns a function that finds yt-dlp and reads its help text, working in `folder`; the result is cached. The function
 * throws AppError source_unsupported when yt-dlp is missing, internal when it does not work or
 * may not be run without a sandbox, with the reason as the cause, and the reason of `signal` when that aborts.
 */
export function findYtDlp(options: FindOptions) {
  const {
    program,
    searchPath = defaultSearchPath,
    sandbox = 'auto',
    limits,
    onUnsandboxed = () => {},
  } = options
  let known: InstalledYtDlp | undefined

  /** Starts yt-dlp in a sandbox, or returns the reason that it cannot. */
  const trySandbox = async (path: string, runHelp: RunHelp): Promise<InstalledYtDlp | { reason: string }> => {
    const sandboxed = await sandboxedPrefix(path, limits, searchPath)
    if (sandboxed === undefined) return { reason: noBubblewrap }
    const { prefixIn } = sandboxed
    const result = await runHelp(prefixIn).catch((error: unknown) => {
      return { exitCode: null, signal: null, errors: String(error), help: '' }
    })
    if (result.exitCode === 0) return { path, help: result.help, prefixIn, isSandboxed: true }
    return { reason: `yt-dlp does not run in bubblewrap: ${result.errors.trim().split('\n')[0]}` }
  }

  return async (folder: string, signal: AbortSignal): Promise<InstalledYtDlp> => {
    if (known !== undefined) return known
    const path = program === null ? undefined : await findProgram(program, searchPath)
    if (path === undefined) throw notInstalled()
    const runHelp: RunHelp = async (prefixIn) => {
      const lines: string[] = []
      const onLine = (line: string) => lines.length < maxHelpLines && lines.push(line)
      const end = await runProgram(path, ['--ignore-config', '--help'], {
        folder,
        signal,
        onLine,
        prefix: prefixIn(folder),
        input: '',
      })
      return { ...end, help: lines.join('\n') }
    }
    const inSandbox = sandbox === 'off' ? undefined : await trySandbox(path, runHelp)
    signal.throwIfAborted()
    if (inSandbox !== undefined && 'help' in inSandbox) return (known = inSandbox)
    if (sandbox === 'require') throw noSandbox(inSandbox?.reason)
    const prefixIn = await limitedPrefix(limits)
    const { help, ...end } = await runHelp(prefixIn).catch(toMissing(signal))
    if (end.exitCode === noSuchProgram) throw notInstalled(toError(end))
    if (end.exitCode !== 0) throw notWorking(toError(end))
    if (inSandbox !== undefined) onUnsandboxed(inSandbox.reason)
    return (known = { path, help, prefixIn, isSandboxed: false })
  }
}

type RunHelp = (prefixIn: PrefixIn) => Promise<ProgramEnd & { help: string }>

/**
 * Describes yt-dlp's isolation in a sentence for the operator, tested in `folder` with a program that does nothing in
 * its place. Returns undefined if yt-dlp is disabled.
 */
export async function describeYtDlp(
  { program, searchPath = defaultSearchPath, sandbox = 'auto', limits }: FindOptions,
  folder: string,
): Promise<string | undefined> {
  if (program === null) return undefined
  const path = await findProgram(program, searchPath)
  if (path === undefined || !(await hasProgram(path, searchPath)))
    return `yt-dlp: not installed, since there is no program ${program}, so video sites cannot be read`
  if (sandbox === 'off') return 'yt-dlp: limits only, because SANDBOX is off'
  const sandboxed = await sandboxedPrefix(path, limits, searchPath)
  const reason =
    sandboxed === undefined
      ? noBubblewrap
      : await whyNot(sandboxed.prefixIn(folder), ['true'], { PATH: defaultSearchPath })
  if (sandboxed !== undefined && reason === undefined) {
    return `yt-dlp: bubblewrap${sandboxFaults(sandboxed)}`
  }
  return sandbox === 'require'
    ? `yt-dlp: never run, because SANDBOX=require, but ${reason}`
    : `yt-dlp: limits only, because ${reason}`
}

/**
 * Calls `runProgram` for the yt-dlp that was found. Throws AppError internal if it could not start or was ended from
 * outside, which says nothing about the address, and source_too_large or timed_out if it reached one of our limits.
 */
export async function runYtDlp(
  path: string,
  args: string[],
  { maxCpuSeconds, ...options }: ProgramOptions & { maxCpuSeconds: number },
): Promise<ProgramEnd> {
  const cpuLimitState = watchCpuLimit(maxCpuSeconds)
  const end = await runProgram(path, args, options).catch((error: unknown) => {
    options.signal.throwIfAborted()
    throw serviceFault(error)
  })
  const { exitCode: code, signal, errors: stderr } = end
  if (code === 0) return end
  const fault = classifyToolEnd({ code, signal, stderr, cpuLimit: cpuLimitState() })
  if (fault === 'service') throw serviceFault(toError(end))
  if (fault === 'memory' || fault === 'cpu_time') throw takesTooMuch(fault, toError(end))
  return end
}

function takesTooMuch(fault: 'memory' | 'cpu_time', cause: Error): AppError {
  if (fault === 'memory') {
    return new AppError('source_too_large', { detail: 'siteAnswerTooLarge' }, { field: 'url', cause })
  }
  return new AppError('timed_out', { detail: 'siteTooSlow' }, { field: 'url', cause })
}

function toMissing(signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    signal.throwIfAborted()
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? notInstalled(error) : notWorking(error)
  }
}

function toError({ exitCode, signal, errors }: ProgramEnd): Error {
  return new Error(`yt-dlp ended with ${signal ?? `exit code ${exitCode}`}: ${errors}`)
}

function notInstalled(cause?: unknown): AppError {
  return new AppError('source_unsupported', { detail: 'ytDlpMissing' }, { field: 'url', cause })
}

function notWorking(cause: unknown): AppError {
  return new AppError('internal', { detail: 'ytDlpBroken' }, { retry: true, cause })
}

function noSandbox(reason: string | undefined): AppError {
  const text: ErrorText = { detail: 'ytDlpNeedsSandbox' }
  const cause = new Error(`SANDBOX=require, but ${reason}`)
  if (reason === noBubblewrap) return new AppError('source_unsupported', text, { field: 'url', cause })
  return new AppError('internal', text, { retry: true, cause })
}
