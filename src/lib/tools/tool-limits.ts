import { execFile } from 'node:child_process'
import { release } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type ToolLimits = {
  maxCpuSeconds: number
  maxFileBytes: number
  /**
   * The memory that it may use, instead of the default limit of its address space, which a JavaScript engine reserves
   * far beyond its use.
   */
  maxDataBytes?: number
  /** For a command in a sandbox that counts its own processes; omit it if the kernel counts all of the user's. */
  maxProcesses?: number
}

const maxAddressSpaceBytes = 3_000_000_000
const maxOpenFiles = 256
/** Since this kernel version, processes in a user namespace are counted separately. */
const countingKernel = [5, 14] as const

/** The time between SIGXCPU, which a tool may catch to exit cleanly, and SIGKILL. */
const cpuGraceSeconds = 5

type Wrapper = { name: string; limits: (limits: ToolLimits) => string[] }

/** The wrappers of a tool's command, if the machine has them. */
const wrappers: Wrapper[] = [
  // The kernel kills the tool when its parent ends for any reason.
  { name: 'setpriv', limits: () => ['--pdeathsig', 'KILL', '--'] },
  {
    name: 'prlimit',
    limits: ({ maxCpuSeconds, maxFileBytes, maxDataBytes, maxProcesses }) => [
      maxDataBytes === undefined ? `--as=${maxAddressSpaceBytes}` : `--data=${maxDataBytes}`,
      cpuLimit(Math.ceil(maxCpuSeconds)),
      `--fsize=${Math.ceil(maxFileBytes)}`,
      `--nofile=${maxOpenFiles}`,
      ...(maxProcesses === undefined || !countsByNamespace() ? [] : [`--nproc=${maxProcesses}`]),
      '--core=0',
      '--',
    ],
  },
  { name: 'nice', limits: () => ['-n', '5'] },
]

const foundWrappers = new Map<string, Promise<Wrapper[]>>()

/**
 * Returns the arguments to put before a tool's command, which lower its priority, limit its memory, CPU time, file size
 * and open files, and end it with its parent. Wrappers that are not in the folders of `searchPath` are omitted. Throws
 * the system's error if a wrapper could not be tested: a temporary fault does not disable it.
 */
export async function limitedCommand(
  limits: ToolLimits,
  searchPath = process.env.PATH ?? '',
): Promise<string[]> {
  const found = foundWrappers.get(searchPath) ?? findWrappers(searchPath)
  foundWrappers.set(searchPath, found)
  found.catch(() => foundWrappers.delete(searchPath))
  return (await found).flatMap((wrapper) => [wrapper.name, ...wrapper.limits(limits)])
}

async function findWrappers(searchPath: string): Promise<Wrapper[]> {
  const works = await Promise.all(
    wrappers.map(({ name, limits }) =>
      run(name, [...limits({ maxCpuSeconds: 10, maxFileBytes: 1e6 }), 'true'], {
        env: { PATH: searchPath },
      }).then(
        () => true,
        (error: unknown) => {
          if (isUnavailable(error)) return false
          throw error
        },
      ),
    ),
  )
  return wrappers.filter((_, index) => works[index])
}

/** Returns true if a wrapper is missing, or does not support its arguments. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return typeof error.code === 'number' || error.code === 'ENOENT' || error.code === 'EACCES'
}

function cpuLimit(seconds: number): string {
  return `--cpu=${seconds}:${seconds + cpuGraceSeconds}`
}

function countsByNamespace(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  const [countingMajor, countingMinor] = countingKernel
  return major > countingMajor || (major === countingMajor && minor >= countingMinor)
}
