import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type ToolLimits = { maxCpuSeconds: number; maxFileBytes: number }

const maxAddressSpaceBytes = 3_000_000_000
const maxOpenFiles = 64

/** What is put before a tool's command, where the machine has it. */
const wrappers = [
  // The kernel ends the tool when the process that started it ends, however that ends.
  { name: 'setpriv', limits: () => ['--pdeathsig', 'KILL', '--'] },
  {
    name: 'prlimit',
    limits: ({ maxCpuSeconds, maxFileBytes }: ToolLimits) => [
      `--as=${maxAddressSpaceBytes}`,
      `--cpu=${Math.ceil(maxCpuSeconds)}`,
      `--fsize=${Math.ceil(maxFileBytes)}`,
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
export async function limitedCommand(limits: ToolLimits): Promise<string[]> {
  present ??= findWrappers()
  return (await present).flatMap((wrapper) => [wrapper.name, ...wrapper.limits(limits)])
}

async function findWrappers(): Promise<typeof wrappers> {
  const works = await Promise.all(
    wrappers.map(({ name, limits }) =>
      run(name, [...limits({ maxCpuSeconds: 10, maxFileBytes: 1e6 }), 'true']).then(
        () => true,
        () => false,
      ),
    ),
  )
  return wrappers.filter((_, index) => works[index])
}
