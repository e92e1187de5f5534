import {
  type ChildProcess,
  spawn,
  type SpawnOptions,
  type StdioNull,
  type StdioPipe,
} from 'node:child_process'
import type { Socket } from 'node:net'
import { seccompFilters } from './seccomp-filters.ts'

/** The system call filter; `downloader` may open connections. */
export type SeccompFilter = 'decoder' | 'downloader'

/** The prefix of a command: limits and a sandbox. */
export type CommandPrefix = {
  args: string[]
  /** The filter that bubblewrap reads from `filterDescriptor`. */
  filter?: SeccompFilter | undefined
}

/** Higher than the descriptors that the commands use. */
export const filterDescriptor = 4

const tryMs = 20_000
const maxErrorLength = 8192

type Options = Omit<SpawnOptions, 'stdio'> & { stdio: (StdioNull | StdioPipe | Socket | number)[] }

/** Calls Node's `spawn` for a command with a prefix. */
export function spawnPrefixed(
  { args, filter }: CommandPrefix,
  command: string[],
  { stdio, ...options }: Options,
): ChildProcess {
  const [program = '', ...rest] = [...args, ...command]
  if (filter === undefined) return spawn(program, rest, { ...options, stdio })
  const gaps = Array.from({ length: filterDescriptor - stdio.length }, () => 'ignore' as const)
  const child = spawn(program, rest, { ...options, stdio: [...stdio, ...gaps, 'pipe'] })
  const pipe = child.stdio[filterDescriptor]
  // If bubblewrap ends before it reads the filter, its exit explains why.
  pipe?.on('error', () => undefined)
  if (pipe !== null && pipe !== undefined && 'end' in pipe) pipe.end(filterBytes(filter))
  return child
}

/** Returns true if there is a filter for this processor architecture. */
export function hasFilter(architecture = process.arch): architecture is keyof typeof seccompFilters {
  return Object.hasOwn(seccompFilters, architecture)
}

/** Runs a command without input to test whether it works; returns undefined, or the first line of its error output. */
export async function whyNot(
  prefix: CommandPrefix,
  command: string[],
  env?: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const child = spawnPrefixed(prefix, command, { stdio: ['pipe', 'ignore', 'pipe'], ...(env && { env }) })
  const timer = setTimeout(() => child.kill('SIGKILL'), tryMs)
  let errors = ''
  child.stdin?.on('error', () => undefined).end()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < maxErrorLength) errors += text
  })
  const end = await new Promise<number | Error | null>((resolve) => {
    child.once('error', resolve)
    child.once('close', resolve)
  }).finally(() => clearTimeout(timer))
  if (end === 0) return undefined
  if (end instanceof Error) return end.message
  return errors.trim().split('\n')[0] || 'it ends with an error and says nothing'
}

function filterBytes(filter: SeccompFilter): Uint8Array {
  const { arch } = process
  if (!hasFilter(arch)) throw new Error(`There is no filter of system calls for ${arch}.`)
  return Buffer.from(seccompFilters[arch][filter], 'base64')
}
