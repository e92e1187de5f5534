import { AppError } from '../../lib/app-error.ts'
import { findProgram } from '../../lib/find-program.ts'
import type { ToolLimits } from '../../lib/tool-limits.ts'
import { type ProgramEnd, runProgram, usualFolders } from './run-program.ts'
import { type Launch, limitedLaunch, sandboxedLaunch } from './yt-dlp-sandbox.ts'

const maxHelpLines = 5000
/** What a shell, and each program that starts another, ends with when there is no such program. */
const noSuchProgram = 127

/** `auto`: a sandbox where there is one; `require`: no yt-dlp without; `off`: none. */
export type SandboxMode = 'auto' | 'require' | 'off'

/** The yt-dlp of this machine: its absolute path, what it says of its options, and how it is started. */
export type InstalledYtDlp = { path: string; help: string; launch: Launch; isSandboxed: boolean }

export type FindOptions = {
  /** A name, looked up in the folders of `searchPath`, or a path; null when there is none. */
  program: string | null
  searchPath?: string | undefined
  sandbox?: SandboxMode | undefined
  limits: ToolLimits
  /** Told, once, why yt-dlp runs without a sandbox although one is wanted. */
  onUnsandboxed?: ((reason: string) => void) | undefined
}

/**
 * Makes the function that finds yt-dlp and asks it for its options, working in `folder`; once it is found, the
 * answer stays. The function throws AppError source_unsupported when yt-dlp is missing, does not work or may not be
 * run without a sandbox, with the reason as the cause, and the reason of `signal` when that aborts.
 */
export function findYtDlp(options: FindOptions) {
  const { program, searchPath = usualFolders, sandbox = 'auto', limits, onUnsandboxed = () => {} } = options
  let known: InstalledYtDlp | undefined

  /** How yt-dlp is started in a sandbox, or why it cannot be. */
  const trySandbox = async (path: string, ask: Ask): Promise<InstalledYtDlp | { reason: string }> => {
    const launch = await sandboxedLaunch(path, limits, searchPath)
    if (launch === undefined) return { reason: 'bubblewrap is not installed' }
    const asked = await ask(launch).catch((error: unknown) => {
      return { exitCode: null, errors: String(error), help: '' }
    })
    if (asked.exitCode === 0) return { path, help: asked.help, launch, isSandboxed: true }
    return { reason: `yt-dlp does not run in bubblewrap: ${asked.errors.trim().split('\n')[0]}` }
  }

  return async (folder: string, signal: AbortSignal): Promise<InstalledYtDlp> => {
    if (known !== undefined) return known
    const path = program === null ? undefined : await findProgram(program, searchPath)
    if (path === undefined) throw notInstalled()
    const ask: Ask = async (launch) => {
      const lines: string[] = []
      const onLine = (line: string) => lines.length < maxHelpLines && lines.push(line)
      const words = launch(folder)
      const end = await runProgram(path, ['--ignore-config', '--help'], {
        ...{ folder, signal, words, onLine },
        input: '',
      })
      return { ...end, help: lines.join('\n') }
    }
    const walled = sandbox === 'off' ? undefined : await trySandbox(path, ask)
    signal.throwIfAborted()
    if (walled !== undefined && 'help' in walled) return (known = walled)
    if (sandbox === 'require') throw noSandbox(walled?.reason)
    const launch = await limitedLaunch(limits)
    const { help, ...end } = await ask(launch).catch(toMissing(signal))
    if (end.exitCode === noSuchProgram) throw notInstalled(toError(end))
    if (end.exitCode !== 0) throw notWorking(toError(end))
    if (walled !== undefined) onUnsandboxed(walled.reason)
    return (known = { path, help, launch, isSandboxed: false })
  }
}

type Ask = (launch: Launch) => Promise<ProgramEnd & { help: string }>

/** `runProgram`, but throws AppError source_unsupported when yt-dlp, or what it needs to start, is missing. */
export async function runYtDlp(...[path, args, options]: Parameters<typeof runProgram>): Promise<ProgramEnd> {
  const end = await runProgram(path, args, options).catch(toMissing(options.signal))
  if (end.exitCode === noSuchProgram) throw notInstalled(toError(end))
  return end
}

function toMissing(signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    signal.throwIfAborted()
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? notInstalled(error) : notWorking(error)
  }
}

function toError({ exitCode, errors }: ProgramEnd): Error {
  return new Error(`yt-dlp ended with exit code ${exitCode}: ${errors}`)
}

function notInstalled(cause?: unknown): AppError {
  const message = 'This service cannot read that site, because yt-dlp is not installed on it.'
  return new AppError('source_unsupported', message, { field: 'url', cause })
}

function notWorking(cause: unknown): AppError {
  const message = 'yt-dlp on this service does not work; its operator can see why in the log.'
  return new AppError('source_unsupported', message, { field: 'url', cause })
}

function noSandbox(reason: string | undefined): AppError {
  const message =
    'This service reads that site in a sandbox only, and has none; its operator can see why in the log.'
  return new AppError('source_unsupported', message, {
    field: 'url',
    cause: new Error(`SANDBOX=require, but ${reason}`),
  })
}
