import { AppError } from '../../lib/app-error.ts'
import { findProgram, noSuchProgram } from '../../lib/find-program.ts'
import { type SandboxMode, whyNot } from '../../lib/sandbox.ts'
import type { ToolLimits } from '../../lib/tool-limits.ts'
import { type ProgramEnd, runProgram, usualFolders } from './run-program.ts'
import { limitedWords, sandboxedWords, type WordsBefore } from './yt-dlp-sandbox.ts'

const maxHelpLines = 5000
const noBubblewrap = 'bubblewrap is not installed'

/** The yt-dlp of this machine: its absolute path, what it says of its options, and what goes before it. */
export type InstalledYtDlp = { path: string; help: string; wordsBefore: WordsBefore; isSandboxed: boolean }

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
    const wordsBefore = await sandboxedWords(path, limits, searchPath)
    if (wordsBefore === undefined) return { reason: noBubblewrap }
    const asked = await ask(wordsBefore).catch((error: unknown) => {
      return { exitCode: null, errors: String(error), help: '' }
    })
    if (asked.exitCode === 0) return { path, help: asked.help, wordsBefore, isSandboxed: true }
    return { reason: `yt-dlp does not run in bubblewrap: ${asked.errors.trim().split('\n')[0]}` }
  }

  return async (folder: string, signal: AbortSignal): Promise<InstalledYtDlp> => {
    if (known !== undefined) return known
    const path = program === null ? undefined : await findProgram(program, searchPath)
    if (path === undefined) throw notInstalled()
    const ask: Ask = async (wordsBefore) => {
      const lines: string[] = []
      const onLine = (line: string) => lines.length < maxHelpLines && lines.push(line)
      const words = wordsBefore(folder)
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
    const wordsBefore = await limitedWords(limits)
    const { help, ...end } = await ask(wordsBefore).catch(toMissing(signal))
    if (end.exitCode === noSuchProgram) throw notInstalled(toError(end))
    if (end.exitCode !== 0) throw notWorking(toError(end))
    if (walled !== undefined) onUnsandboxed(walled.reason)
    return (known = { path, help, wordsBefore, isSandboxed: false })
  }
}

type Ask = (wordsBefore: WordsBefore) => Promise<ProgramEnd & { help: string }>

/**
 * How yt-dlp is kept apart here, as a sentence for the operator: tried in `folder`, with a program that does nothing in
 * its place. Undefined where there is to be no yt-dlp.
 */
export async function describeYtDlp(
  { program, searchPath = usualFolders, sandbox = 'auto', limits }: FindOptions,
  folder: string,
): Promise<string | undefined> {
  if (program === null) return undefined
  const path = await findProgram(program, searchPath)
  if (path === undefined) return 'yt-dlp: not installed, so sharing sites cannot be read'
  if (sandbox === 'off') return 'yt-dlp: limits only, because SANDBOX is off'
  const wordsBefore = await sandboxedWords(path, limits, searchPath)
  const reason =
    wordsBefore === undefined
      ? noBubblewrap
      : await whyNot([...wordsBefore(folder), 'true'], { PATH: usualFolders })
  if (reason === undefined) return 'yt-dlp: bubblewrap'
  return sandbox === 'require'
    ? `yt-dlp: never run, because SANDBOX=require, but ${reason}`
    : `yt-dlp: limits only, because ${reason}`
}

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
