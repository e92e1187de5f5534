import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'
import { descendants } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import type { Image } from './build.ts'

const run = promisify(execFile)

/** A user that the image does not know. */
const user = 54_321
export const settingsOfTests = {
  RATE_LIMIT: 'off',
  RENDITIONS: 'core',
  MIN_FREE_DISK_MB: '0',
  LOG_LEVEL: 'error',
}
/** Paths of /proc that Docker hides: the kernel then gives nobody inside a /proc that would show them. */
const masked = ['/proc/kcore', '/proc/keys', '/proc/timer_list'].filter((path) => existsSync(path))

export type Container = {
  /** Its standard error so far. */
  said: () => string
  /** Runs the health check of the image inside, as an engine does. */
  checkHealth(): Promise<{ isHealthy: boolean; output: string }>
  /** The memory of all of its processes, counting shared pages once. */
  memoryBytes(): number
  /** Sends SIGTERM to its first process; returns the exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the image as an engine does with `--read-only --user 54321:54321 --cap-drop ALL --security-opt no-new-privileges`,
 * a volume at /data and the network of the host; bubblewrap is the engine. `isMasked`: with the hidden paths of Docker;
 * `hasTmp`: with a writable /tmp. The owner of the volume's folder becomes that user.
 */
export async function startContainer(
  t: CleanUp,
  { folder, config }: Image,
  {
    volume,
    settings,
    command,
    isMasked = false,
    hasTmp = true,
  }: {
    volume: string
    settings: Record<string, string>
    command: string[]
    isMasked?: boolean
    hasTmp?: boolean
  },
): Promise<Container> {
  const env = {
    ...Object.fromEntries(config.Env.map((pair) => pair.split(/=(.*)/s) as [string, string])),
    ...settingsOfTests,
    ...settings,
  }
  const asUser = ['--reuid', String(user), '--regid', String(user), '--clear-groups', '--']
  const tmp = ['--tmpfs', '/tmp', '--chmod', '1777', '/tmp']
  const args = [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1'],
    ...['--ro-bind', folder, '/', '--proc', '/proc', '--dev', '/dev', '--bind', volume, '/data'],
    ...(hasTmp ? tmp : []),
    ...(isMasked ? masked.flatMap((path) => ['--ro-bind', '/dev/null', path]) : []),
    ...['--chdir', config.WorkingDir, '--info-fd', '3', '--'],
  ]
  await run('chown', ['--recursive', `${user}:${user}`, volume])
  const child = spawn('setpriv', [...asUser, 'bwrap', ...args, ...config.Entrypoint, ...command], {
    env,
    stdio: ['ignore', 'inherit', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk))
  const first = await firstProcess(child)
  // With it, all processes of the container end.
  cleanUp(t, () => {
    if (child.exitCode === null) process.kill(first, 'SIGKILL')
  })
  await until('the container prints its role and how decoders are isolated', () => {
    if (child.exitCode !== null) throw new Error(`the container ended with ${child.exitCode}: ${said}`)
    return (
      /listens at|makes .+ at (?:once|a time)/.test(said) &&
      (command[0] === 'serve' || /^sandbox: /m.test(said))
    )
  })
  return {
    said: () => said,
    async checkHealth() {
      const [, ...check] = config.Healthcheck.Test
      const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--root', '--wd', '--target', String(first)]
      try {
        const inside = ['--', 'setpriv', ...asUser, ...check]
        const { stdout } = await run('nsenter', [...namespaces, ...inside], { env })
        return { isHealthy: true, output: stdout }
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        return { isHealthy: false, output: stdout + stderr }
      }
    },
    memoryBytes: () => [first, ...descendants(first)].reduce((sum, pid) => sum + sharedBytes(pid), 0),
    async stop() {
      process.kill(first, 'SIGTERM')
      const [code] = await exited
      return code
    },
  }
}

/** The process id, outside, of the container's process 1. */
async function firstProcess(child: ChildProcess): Promise<number> {
  const info = JSON.parse(await text(child.stdio[3] as Readable)) as { 'child-pid': number }
  return info['child-pid']
}

function sharedBytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  } catch {
    // It ended while the processes were being counted.
    return 0
  }
}
