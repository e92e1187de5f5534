import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import type { ToolLimits } from '../../lib/tool-limits.ts'
import { type ProgramEnd, runProgram, usualFolders } from './run-program.ts'

const maxHelpLines = 5000
/** What a shell, and each program that starts another, ends with when there is no such program. */
const noSuchProgram = 127

/** The yt-dlp of this machine: its absolute path, and what it says of its options. */
export type InstalledYtDlp = { path: string; help: string }

/**
 * Makes the function that finds yt-dlp and asks it for its options, working in `folder`; once it is found, the
 * answer stays. `program` is a name, looked up in the folders of `searchPath`, or a path; null when there is
 * none. The function throws AppError source_unsupported when yt-dlp is missing or does not work, with the reason
 * as the cause, and the reason of `signal` when that aborts.
 */
export function findYtDlp(program: string | null, searchPath = usualFolders, limits: ToolLimits) {
  let known: InstalledYtDlp | undefined

  return async (folder: string, signal: AbortSignal): Promise<InstalledYtDlp> => {
    if (known !== undefined) return known
    const path = program === null ? undefined : await findProgram(program, searchPath)
    if (path === undefined) throw notInstalled()
    const lines: string[] = []
    const onLine = (line: string) => lines.length < maxHelpLines && lines.push(line)
    const options = { folder, input: '', signal, limits, onLine }
    const end = await runYtDlp(path, ['--ignore-config', '--help'], options)
    if (end.exitCode !== 0) throw notWorking(toError(end))
    known = { path, help: lines.join('\n') }
    return known
  }
}

/** The absolute path of a program; of one that is named as a path, whether it is there is seen when it is run. */
async function findProgram(program: string, searchPath: string): Promise<string | undefined> {
  if (program.includes('/')) return resolve(program)
  for (const folder of searchPath.split(delimiter).filter(isAbsolute)) {
    const path = join(folder, program)
    if (await isExecutable(path)) return path
  }
  return undefined
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** `runProgram`, but throws AppError source_unsupported when yt-dlp, or what it needs to start, is missing. */
export async function runYtDlp(...[path, args, options]: Parameters<typeof runProgram>): Promise<ProgramEnd> {
  const end = await runProgram(path, args, options).catch((error: unknown) => {
    options.signal.throwIfAborted()
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw isMissing ? notInstalled(error) : notWorking(error)
  })
  if (end.exitCode === noSuchProgram) throw notInstalled(toError(end))
  return end
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
