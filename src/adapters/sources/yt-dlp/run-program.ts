import { delimiter, dirname } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { Readable } from 'node:stream'
import { type CommandPrefix, spawnPrefixed } from '../../../lib/sandbox/prefixed-command.ts'

const maxErrorLength = 8 * 1024
const maxLineLength = 4 * 1024
/** The folders of programs on most machines. */
export const defaultSearchPath = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

export type ProgramEnd = {
  exitCode: number | null
  signal: string | null
  /** The end of its standard error. */
  errors: string
}

export type ProgramOptions = {
  /** Its working folder, which is also its home. */
  folder: string
  input: string
  signal: AbortSignal
  /** Limits and, if there is one, a sandbox. */
  prefix: CommandPrefix
  onLine: (line: string) => void
}

/**
 * Runs a program, named by its absolute path, in a separate process group and without our environment variables. The
 * whole group is killed when `signal` aborts, and the rest of it when the program ends. Throws the reason of the abort,
 * or the system's error when the program cannot be started.
 */
export async function runProgram(
  program: string,
  args: string[],
  options: ProgramOptions,
): Promise<ProgramEnd> {
  const { folder, input, signal, prefix, onLine } = options
  signal.throwIfAborted()
  const child = spawnPrefixed(prefix, [program, ...args], {
    cwd: folder,
    env: {
      PATH: [dirname(program), defaultSearchPath].join(delimiter),
      // Python looks in the user's home for packages that pip installed there, but the home is another folder here.
      PYTHONUSERBASE: dirname(dirname(program)),
      HOME: folder,
      TMPDIR: folder,
      LC_ALL: 'C.UTF-8',
      YTDLP_NO_PLUGINS: '1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const kill = () => killGroup(child.pid)
  signal.addEventListener('abort', kill, { once: true })
  let errors = ''
  readText(child.stdout, byLine(onLine))
  readText(child.stderr, (text) => {
    errors = (errors + text).slice(-maxErrorLength)
  })
  // A program may end without reading its input.
  child.stdin?.on('error', () => child.stdin?.destroy()).end(input)
  try {
    const end = await new Promise<Omit<ProgramEnd, 'errors'>>((resolve, reject) => {
      child.on('error', reject)
      // Children that it leaves behind would keep the pipes open, and so this promise.
      child.on('exit', kill)
      child.on('close', (exitCode, endedBy) => resolve({ exitCode, signal: endedBy }))
    })
    signal.throwIfAborted()
    return { ...end, errors }
  } finally {
    signal.removeEventListener('abort', kill)
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}

function readText(stream: Readable | null, onText: (text: string) => void): void {
  const decoder = new StringDecoder('utf8')
  stream?.on('data', (chunk: Buffer) => onText(decoder.write(chunk)))
}

/** Calls `onLine` for each line, cut to `maxLineLength`. */
function byLine(onLine: (line: string) => void): (text: string) => void {
  let line = ''
  return (text) => {
    const [first = '', ...others] = text.split('\n')
    line = (line + first).slice(0, maxLineLength)
    for (const other of others) {
      onLine(line)
      line = other.slice(0, maxLineLength)
    }
  }
}
