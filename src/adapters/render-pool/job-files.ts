import { constants } from 'node:fs'
import { copyFile, link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { isRendition } from '../../media/file-type.ts'
import type { Rendered, RenderPlan } from '../../media/media-engine.ts'
import { maxRenditionBytes, type RenditionName, renditions } from '../../media/rendition.ts'

const maxSide = 65_535
const headBytes = 16

/**
 * Brings the files of a plan into the folder of the process that is to read them, under names of ours, and gives
 * the plan as it is to be read there. Throws the system's error when one cannot be read.
 */
export async function bringIn(plan: RenderPlan, folder: string, folderInside: string): Promise<RenderPlan> {
  const bring = async (input: string, index: number) => {
    const name = `in-${index}`
    const path = join(folder, name)
    // On another file system, or not ours: then it is copied.
    await link(input, path).catch(() => copyFile(input, path, constants.COPYFILE_EXCL))
    return join(folderInside, name)
  }
  if (plan.kind === 'video') return { ...plan, input: await bring(plan.input, 0) }
  const inputs: string[] = []
  for (const [index, input] of plan.inputs.entries()) inputs.push(await bring(input, index))
  return { ...plan, inputs }
}

/**
 * Takes the renditions that a process says it made out of its folder into that of the job. Nothing that it says or
 * leaves is believed: throws AppError internal where a file is missing, is no plain file or not of its type, or a
 * number is none; media_too_large where a file is over `maxBytes`.
 */
export async function takeOut(
  said: Rendered,
  [from, to]: [string, string],
  maxBytes = maxRenditionBytes,
): Promise<Rendered> {
  const { width, height, frames, durationMs } = said
  if (![width, height].every((side) => isCount(side) && side <= maxSide))
    throw lie(`a size of ${width} x ${height}`)
  if (![frames, durationMs].every(isCount)) throw lie(`${frames} frames in ${durationMs} ms`)
  const take = async (name: RenditionName) => {
    const { file } = renditions[name]
    const path = join(to, file)
    // Out of its reach first: what is looked at afterwards stays what it is.
    await rename(join(from, file), path).catch((error: unknown) => {
      throw lie(`no ${file}: ${String(error)}`)
    })
    return { path, bytes: await checkedSize(path, name, maxBytes) }
  }
  const [gif, mp4, webp, thumb] = [
    await take('gif'),
    await take('mp4'),
    await take('webp'),
    await take('thumb'),
  ]
  return { width, height, frames, durationMs, files: { gif, mp4, webp, thumb } }
}

/** Removes whatever is in a folder, but not the folder; nothing where it is gone. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    await rm(join(folder, name), { recursive: true, force: true })
}

async function checkedSize(path: string, name: RenditionName, maxBytes: number): Promise<number> {
  const facts = await lstat(path)
  // A link would make us serve what it leads to.
  if (!facts.isFile() || facts.nlink > 1) throw lie(`${name} is no plain file`)
  if (facts.size > maxBytes) {
    throw new AppError('media_too_large', 'The clip is too long for its size; choose a shorter one.', {
      cause: `${name} takes ${facts.size} bytes`,
    })
  }
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0)
    if (!isRendition(buffer.subarray(0, bytesRead), name)) throw lie(`${name} is not of its type`)
  } finally {
    await file.close()
  }
  return facts.size
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0
}

function lie(cause: string): AppError {
  return new AppError('internal', 'The GIF could not be made.', {
    retry: true,
    cause: `The render process left ${cause}`,
  })
}
