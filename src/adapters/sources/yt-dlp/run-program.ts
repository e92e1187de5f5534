import { delimiter, dirname } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import type { Readable } from 'node:stream'
import { type CommandPrefix, spawnPrefixed } from '../../../lib/sandbox/prefixed-command.ts'

const maxErrorLength = 8 * 1024
const maxLineLength = 4 * 1024
/** Where programs are found on most machines. */
export const usualFolders = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin'

export type ProgramEnd = {
  exitCode: number | null
  signal: string | null
  /** The end of what it wrote to standard error. */
  errors: string
}

export type ProgramOptions = {
  /** Where it works; its home, too. */
  folder: string
  input: string
  signal: AbortSignal
  /** Limits and, where there is one, a sandbox. */
  prefix: CommandPrefix
  onLine: (line: string) => void
}

/**
 * Runs a program, named by its absolute path, in a process group of its own and with nothing of our environment.
 * The whole group is killed when `signal` aborts, and what is left of it when the program ends. Throws the reason of
 * the abort, or the system's error when the program cannot be started.
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
      PATH: [dirname(program), usualFolders].join(delimiter),
      // Python looks in its user's home for what pip put beside a program there, and the home is another here.
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
  // A program that ends without reading its input is no fault of ours.
  child.stdin?.on('error', () => child.stdin?.destroy()).end(input)
  try {
    const end = await new Promise<Omit<ProgramEnd, 'errors'>>((resolve, reject) => {
      child.on('error', reject)
      // What it left behind would keep the pipes open, and with them this promise.
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
    // The group is gone already.
  }
}

function readText(stream: Readable | null, onText: (text: string) => void): void {
  const decoder = new StringDecoder('utf8')
  stream?.on('data', (chunk: Buffer) => onText(decoder.write(chunk)))
}

/** Calls `onLine` for each line; of one that is too long, only the beginning counts. */
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
