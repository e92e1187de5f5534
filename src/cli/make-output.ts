import {
  closeSync,
  constants,
  fchmodSync,
  openSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemCode } from '../lib/system-code.ts'
import type { SizeNote } from '../options/rules/size-note.ts'

export type Output = {
  /** The file descriptor to write to. */
  descriptor: number
  /** Its name in messages. */
  name: string
  /** Replaces the existing file with the new one. */
  keep: () => void
  /** Removes the output unless it was kept. Synchronous, since it may be called as the process ends. */
  discard: () => void
}

const nothing = () => undefined
/** Milliseconds between attempts to open a pipe without a reader. */
const everyMs = 50

/** The name of the output in messages. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard output' : path
}

/**
 * Opens the output of the GIF. For `-` that is standard output. For a file it is a temporary file next to it, which
 * replaces it at the end, so that an incomplete GIF never has that name; an existing file is replaced as by `cp`, and
 * keeps its permissions. A special file, such as a named pipe, is written to directly, once it has a reader. Throws an
 * Error for the user.
 */
export async function openOutput(path: string): Promise<Output> {
  if (path === '-') return standardOutput()
  const target = realPath(path)
  const there = opened(path, () => statSync(target, { throwIfNoEntry: false }))
  if (there?.isDirectory() === true) throw new Error(`${path} is a folder; name a file in it.`)
  if (there !== undefined && !there.isFile()) {
    const descriptor = await openSpecial(path, target)
    return { descriptor, name: path, keep: () => closeSync(descriptor), discard: nothing }
  }
  return besideIt(path, target, there)
}

function standardOutput(): Output {
  if (process.stdout.isTTY) {
    throw new Error(
      'A terminal cannot show a GIF: name a file (-o out.gif), or redirect it (-o - > out.gif).',
    )
  }
  // Reading process.stdout has made a pipe non-blocking: no signal would end the wait in a blocking write.
  return { descriptor: process.stdout.fd, name: nameOf('-'), keep: nothing, discard: nothing }
}

function besideIt(path: string, target: string, there: Stats | undefined): Output {
  const part = `${target}.part-${Math.random().toString(36).slice(2, 10)}`
  const descriptor = opened(path, () => {
    const file = openSync(part, 'wx')
    if (there !== undefined) fchmodSync(file, there.mode & 0o777)
    return file
  })
  let isThere = true
  return {
    descriptor,
    name: path,
    keep: () => {
      closeSync(descriptor)
      renameSync(part, target)
      isThere = false
    },
    discard: () => {
      if (isThere) unlinkSync(part)
      isThere = false
    },
  }
}

/** The target of a link, or the path itself if nothing exists there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Opens a special file as non-blocking, since no signal would end a blocking call. */
async function openSpecial(path: string, target: string): Promise<number> {
  const open = () => {
    try {
      return openSync(target, constants.O_WRONLY | constants.O_NONBLOCK)
    } catch (error) {
      if (systemCode(error) === 'ENXIO' && statSync(target).isFIFO()) return null
      throw error
    }
  }
  for (;;) {
    const descriptor = opened(path, open)
    if (descriptor !== null) return descriptor
    await pause(everyMs)
  }
}

function opened<Result>(path: string, open: () => Result): Result {
  try {
    return open()
  } catch (error) {
    const folder = path.endsWith('/') ? path : dirname(path)
    const sentences: Record<string, string> = {
      ENOENT: `${path} cannot be written: there is no folder ${folder}.`,
      ENOTDIR: `${path} cannot be written: ${folder} is not a folder.`,
      EACCES: `${path} cannot be written: this user cannot write in ${folder}.`,
      EPERM: `${path} cannot be written: this user cannot write in ${folder}.`,
      EROFS: `${path} cannot be written: ${folder} is read-only.`,
      ELOOP: `${path} cannot be written: its links form a loop.`,
      ENAMETOOLONG: `${basename(path)} is too long for a file name.`,
      ENOSPC: `${path} cannot be written: there is no space left.`,
    }
    const code = systemCode(error) ?? ''
    throw new Error(sentences[code] ?? `${path} cannot be written (${code}).`, { cause: error })
  }
}

/** The note on the size of a GIF made with a byte limit. */
export function sizeSentence(
  note: SizeNote,
  made: { bytes: number; width: number },
  maxBytes: number | null,
): string {
  if (note.outcome === 'enough') return `${formatBytes(made.bytes)}: more would not look better.`
  if (note.outcome === 'rough')
    return `It looks rough at ${made.width} px; --width ${note.width} looks better at the same size.`
  const rate = note.fps === undefined ? '' : ` with ${note.fps} frames per second`
  return `Made ${note.width} px wide${rate}, to fit ${formatLimit(maxBytes ?? made.bytes)}.`
}

/** A measured size. */
export function formatBytes(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** A requested size. */
function formatLimit(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes / 1000} KB` : `${bytes / 1_000_000} MB`
}
