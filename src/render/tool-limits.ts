import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const maxAddressSpaceBytes = 3_000_000_000
/** Must hold the lossless frames of the longest clip in the tallest size. */
const maxFileBytes = 4_000_000_000
const maxOpenFiles = 64

/** The wrappers, each with the arguments that show whether this machine has it. */
const wrappers = [
  // The kernel ends the tool when the process that started it ends, however that ends.
  { name: 'setpriv', limits: () => ['--pdeathsig', 'KILL', '--'] },
  {
    name: 'prlimit',
    limits: (maxCpuSeconds: number) => [
      `--as=${maxAddressSpaceBytes}`,
      `--cpu=${maxCpuSeconds}`,
      `--fsize=${maxFileBytes}`,
      `--nofile=${maxOpenFiles}`,
      '--core=0',
      '--',
    ],
  },
  { name: 'nice', limits: () => ['-n', '5'] },
]

let present: Promise<typeof wrappers> | undefined

/**
 * The words that go before a tool's own command, so that it is nice, bound in memory, processor seconds,
 * file size and open files, and never outlives its parent. Wrappers that the machine lacks are left out.
 */
export async function limitedCommand(maxCpuSeconds: number): Promise<string[]> {
  present ??= findWrappers()
  return (await present).flatMap(({ name, limits }) => [name, ...limits(Math.ceil(maxCpuSeconds))])
}

async function findWrappers(): Promise<typeof wrappers> {
  const works = await Promise.all(
    wrappers.map(({ name, limits }) =>
      run(name, [...limits(10), 'true']).then(
        () => true,
        () => false,
      ),
    ),
  )
  return wrappers.filter((_, index) => works[index])
}
