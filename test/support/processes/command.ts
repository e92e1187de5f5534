import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mock } from 'node:test'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { run } from '#src/main.ts'
import { instanceSettings } from '../instance.ts'

const program = fileURLToPath(new URL('../../../bin/gifwright.mjs', import.meta.url))

export type Command = {
  child: ChildProcess
  ended: Promise<CommandEnd>
}

/** The output of a command when it ended: the exit code or the signal, standard output and standard error. */
export type CommandEnd = { code: number | NodeJS.Signals; out: string; err: string }

/**
 * Runs one command of the program with only these settings, and with this standard input. `inside`: a command that runs
 * the one after it, such as `setpriv`.
 */
export function runCommand(
  args: string[],
  settings: Record<string, string> = {},
  input?: string,
  inside: string[] = [],
): Command {
  const [command = '', ...words] = [...inside, process.execPath, '--', program, ...args]
  const child = spawn(command, words, {
    env: { PATH: process.env.PATH, ...instanceSettings(settings) },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(input)
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk))
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: (signal ?? code) as number | NodeJS.Signals,
    out,
    err,
  }))
  return { child, ended }
}

/**
 * Runs one command like `runCommand`, but in this process: starting the program takes longer than most commands. Only
 * for commands that end by themselves and write text; one at a time.
 */
export async function runHere(
  args: string[],
  settings: Record<string, string> = {},
  input = '',
): Promise<CommandEnd> {
  let [out, err] = ['', '']
  const { env, exitCode } = process
  const umask = process.umask()
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin')
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((name) => ({
    name,
    before: process.listeners(name),
  }))
  const mocks = [
    mock.method(console, 'log', (...values: unknown[]) => void (out += `${format(...values)}\n`)),
    mock.method(console, 'error', (...values: unknown[]) => void (err += `${format(...values)}\n`)),
    mock.method(process.stderr, 'write', (text: unknown) => (err += String(text)) !== ''),
  ]
  // Log lines of commands bypass the streams of this process.
  process.env = { PATH: env.PATH, LOG_LEVEL: 'silent', ...instanceSettings(settings) }
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  try {
    await run(args)
    return { code: endCode(), out, err }
  } finally {
    for (const one of mocks) one.mock.restore()
    process.env = env
    process.exitCode = exitCode
    process.umask(umask)
    if (stdin !== undefined) Object.defineProperty(process, 'stdin', stdin)
    for (const { name, before } of signals)
      for (const listener of process.listeners(name))
        if (!before.includes(listener)) process.removeListener(name, listener)
  }
}

function endCode(): number {
  return Number(process.exitCode ?? 0)
}
