import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { instanceSettings } from '../instance.ts'

const program = fileURLToPath(new URL('../../../bin/gifwright.mjs', import.meta.url))

// A server that outlived its test file would hold the file's output open, and the whole run would wait for it.
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type ServerProcess = {
  url: string
  pid: number
  child: ChildProcess
  /** Resolves with the exit code, or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>
  /** Its standard error so far. */
  said: () => string
}

/** A data folder that outlives the server processes of one test. */
export async function dataFolder(t: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-e2e-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return folder
}

/**
 * Starts the program like its user does and waits until it listens. `log`: the file that receives its log; `inside`: a
 * command that runs the one after it, such as `unshare`; `imports`: a module that is loaded first, and that may be sent
 * messages; `command`: with `work` it has no address, and `url` is empty.
 */
export async function startServer(
  settings: Record<string, string>,
  {
    log = 'inherit',
    inside = [],
    imports,
    command: role = 'start',
  }: {
    log?: number | 'inherit'
    inside?: string[]
    imports?: string
    command?: 'start' | 'serve' | 'work'
  } = {},
): Promise<ServerProcess> {
  const imported = imports === undefined ? [] : ['--import', imports]
  const [command, ...args] = [...inside, process.execPath, ...imported, program, role]
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      RATE_LIMIT: 'off',
      RENDITIONS: 'core',
      MIN_FREE_DISK_MB: '0',
      LOG_LEVEL: 'error',
      ...instanceSettings(settings),
    },
    stdio: ['ignore', log, 'pipe', ...(imports === undefined ? [] : ['ipc' as const])],
  })
  running.add(child)
  const exited = once(child, 'exit').then(([code, signal]) => {
    running.delete(child)
    return (signal ?? code) as number | NodeJS.Signals
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
      const started = /listens at (\S+)|makes .+ at (?:once|a time)/.exec(said)
      if (started !== null) resolve(started[1] ?? '')
    })
    void exited.then(() => reject(new Error(`the server did not start: ${said}`)))
  })
  return { url, pid: child.pid!, child, exited, said: () => said }
}

/** Every process below this one, deepest last. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
    } catch {
      // It ended while the list was being read.
    }
  }
  const below = (of: number): number[] => (parents.get(of) ?? []).flatMap((child) => [child, ...below(child)])
  return below(pid)
}

/** The name of the program a process runs; null when it has ended. */
export function programOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

/** The arguments of a process; empty when it has ended. */
export function wordsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}

/** Returns true if a live process was started with this path among its arguments or in its environment. */
export function isNamedByProcess(path: string): boolean {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return pids.some((pid) =>
    ['cmdline', 'environ'].some((file) => {
      try {
        return readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(path)
      } catch {
        return false
      }
    }),
  )
}

export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z'
  } catch {
    return false
  }
}
