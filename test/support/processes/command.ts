import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { instanceSettings } from '../instance.ts'

const program = fileURLToPath(new URL('../../../bin/gifwright.mjs', import.meta.url))

export type Command = {
  child: ChildProcess
  /** What it said when it ended: the exit code or the signal, standard output and standard error. */
  ended: Promise<{ code: number | NodeJS.Signals; out: string; err: string }>
}

/** Runs one command of the program with these settings alone, and with this standard input. */
export function runCommand(args: string[], settings: Record<string, string> = {}, input?: string): Command {
  const child = spawn(process.execPath, [program, ...args], {
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
