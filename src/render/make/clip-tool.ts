import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable } from 'node:stream'
import { spawnPrefixed } from '../../lib/sandbox/prefixed-command.ts'
import type { ClipInput } from './clip-feed.ts'

/** How a process ended: its exit code, or the error where it could not be started. */
export type ToolEnd = { code: number | null; error: unknown }

export type ClipTool = { child: ChildProcessByStdio<null, Readable, Readable>; ended: Promise<ToolEnd> }

/** Starts ffmpeg on a clip; `log` is given its standard error. It is ended when the signal aborts. */
export function startClipTool(
  input: ClipInput,
  args: string[],
  log: { push(text: string): void },
  signal: AbortSignal,
): ClipTool {
  signal.throwIfAborted()
  const command = [
    ...['ffmpeg', '-nostdin', '-hide_banner', '-nostats'],
    // How much of a clip may be damaged is decided by the frames of the clip.
    ...['-max_error_rate', '1', ...args],
  ]
  const child = spawnPrefixed(input.prefix, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: input.env,
  }) as ChildProcessByStdio<null, Readable, Readable>
  child.stderr.setEncoding('utf8').on('data', (text: string) => log.push(text))
  const end = () => child.kill('SIGKILL')
  signal.addEventListener('abort', end)
  const ended = new Promise<ToolEnd>((resolve) => {
    child.once('error', (error) => resolve({ code: null, error }))
    child.once('close', (code) => resolve({ code, error: undefined }))
  }).finally(() => signal.removeEventListener('abort', end))
  return { child, ended }
}
