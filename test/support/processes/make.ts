import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanUp, type CleanUp } from '../clean-up.ts'
import { decode } from '../media/decoded.ts'

/** The program with the command `make`. */
export const makeProgram = fileURLToPath(new URL('../../../bin/gifwright.mjs', import.meta.url))

export type MakeEnd = { code: number | NodeJS.Signals; out: Buffer; err: string }

export type MakeProcess = { child: ChildProcess; ended: Promise<MakeEnd> }

/** A folder in which the command runs, and which also holds its temporary files. */
export async function workFolder(t: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-make-test-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs `make` with these arguments in a folder. With `reads: false` nobody reads its standard output. */
export function startMake(
  folder: string,
  words: string[],
  { settings = {}, reads = true }: { settings?: Record<string, string>; reads?: boolean } = {},
): MakeProcess {
  const child = spawn(process.execPath, [makeProgram, 'make', ...words], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: folder,
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      ...settings,
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  let err = ''
  if (reads) child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk))
  const ended = once(child, reads ? 'close' : 'exit').then(([code, signal]) => ({
    code: (signal ?? code) as number | NodeJS.Signals,
    out: Buffer.concat(out),
    err,
  }))
  return { child, ended }
}

/** Runs `make` to its end. */
export function make(
  folder: string,
  words: string[],
  settings: Record<string, string> = {},
): Promise<MakeEnd> {
  return startMake(folder, words, { settings }).ended
}

/** Makes a GIF that must succeed, and returns a decoder's view of it. */
export async function made(t: CleanUp, words: string[]) {
  const folder = await workFolder(t)
  const { code, out, err } = await make(folder, [...words, '-o', 'out.gif'])
  assert.equal(code, 0, err)
  assert.equal(out.length, 0)
  const path = join(folder, 'out.gif')
  return { ...(await decode(path)), path, err, folder, bytes: (await stat(path)).size }
}
