import { execFile } from 'node:child_process'
import { release } from 'node:os'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type ToolLimits = {
  maxCpuSeconds: number
  maxFileBytes: number
  /**
   * The memory that it may fill, in place of the usual limit of its addresses, which a JavaScript engine reserves
   * far beyond what it uses.
   */
  maxDataBytes?: number
  /** For a command in a sandbox that counts its own processes; left out where the kernel counts all of the user's. */
  maxProcesses?: number
}

const maxAddressSpaceBytes = 3_000_000_000
const maxOpenFiles = 256
/** Since this kernel, what runs in a user namespace is counted there. */
const countingKernel = [5, 14] as const

/** Between SIGXCPU, which a tool may catch to end by itself, and SIGKILL, which looks like any other. */
const cpuGraceSeconds = 5

type Wrapper = { name: string; limits: (limits: ToolLimits) => string[] }

/** What is put before a tool's command, where the machine has it. */
const wrappers: Wrapper[] = [
  // The kernel ends the tool when the process that started it ends, however that ends.
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

const present = new Map<string, Promise<Wrapper[]>>()

/**
 * The words that go before a tool's own command, so that it is nice, bound in memory, processor seconds,
 * file size and open files, and never outlives its parent. Wrappers that are not in the folders of `searchPath`
 * are left out. Throws the system's error where one could not be tried: it is not left out for a passing fault.
 */
export async function limitedCommand(
  limits: ToolLimits,
  searchPath = process.env.PATH ?? '',
): Promise<string[]> {
  const found = present.get(searchPath) ?? findWrappers(searchPath)
  present.set(searchPath, found)
  found.catch(() => present.delete(searchPath))
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
          if (isOfNoUse(error)) return false
          throw error
        },
      ),
    ),
  )
  return wrappers.filter((_, index) => works[index])
}

/** Whether a wrapper is not there, or ran and did not know its arguments. */
function isOfNoUse(error: unknown): boolean {
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
