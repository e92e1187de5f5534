import { constants } from 'node:fs'
import { copyFile, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { isRendition, sniffPicture, sniffVideo } from '../../media/file-type.ts'
import {
  type DerivedFiles,
  inputsOf,
  type MediaPlan,
  type PreviewMade,
  type Previewed,
  withInputs,
} from '../../media/media-engine.ts'
import {
  mainRenditions,
  maxRenditionBytes,
  type RenditionFile,
  type RenditionName,
  renditionNames,
  renditionShape,
  renditions,
} from '../../media/rendition.ts'
import { coreRenditions } from '../../media/resolve-rendition.ts'
import { previewName } from '../../render/preview/preview-form.ts'
import type { DerivedShapes, JobResult } from '../../render/protocol.ts'

const headBytes = 16

/**
 * Copies the inputs of a plan, under new names, into the folder of the process that reads them, and returns the plan
 * with the new paths. Throws the system's error if one cannot be read.
 */
export async function stageInputs(plan: MediaPlan, folder: string, folderInside: string): Promise<MediaPlan> {
  const staged: string[] = []
  for (const [index, input] of inputsOf(plan).entries()) {
    const name = `in-${index}`
    // Not a link: a compromised decoder could write into stored files. Some file systems copy for free.
    await copyFile(input, join(folder, name), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    staged.push(join(folderInside, name))
  }
  return withInputs(plan, staged)
}

/**
 * Moves the renditions reported by a process from its folder to that of the job, and checks them there. Throws AppError
 * internal if a file is missing, is not a plain file or has another type, and media_too_large if it exceeds `maxBytes`.
 * The files stay as checked as long as no process compromised by an untrusted file is left: a process that decoded
 * pictures has already ended, and sandboxed tools with it. With limits alone, this does not hold.
 */
export async function collectOutputs(
  shapes: DerivedShapes,
  [from, to]: [string, string],
  maxBytes = maxRenditionBytes,
): Promise<DerivedFiles> {
  const collect = async (name: RenditionName, shape: Omit<RenditionFile, 'bytes'>) => {
    const { file, maxBytes: bound } = renditions[name]
    const path = join(to, file)
    await rename(join(from, file), path).catch((error: unknown) => {
      throw protocolViolation(`no ${file}: ${String(error)}`)
    })
    const bytes = await checkedSize(path, name, maxBytes)
    if (bytes > (bound ?? Infinity)) throw protocolViolation(`${name} is over its bound: ${bytes} bytes`)
    return { path, bytes, ...shape }
  }
  const files: DerivedFiles = {}
  for (const name of renditionNames) {
    const shape = shapes[name]
    if (shape !== undefined) files[name] = await collect(name, shape)
  }
  return files
}

/** Moves the results of a preparation out of the folder of its process, and checks them like `collectOutputs`. */
export async function collectPreview(
  preview: PreviewMade,
  [from, to]: [string, string],
): Promise<Pick<Previewed, 'path' | 'bytes'>> {
  if (preview.file === 'source') return { path: null, bytes: 0 }
  const path = join(to, previewName)
  await rename(join(from, previewName), path).catch((error: unknown) => {
    throw protocolViolation(`no preview: ${String(error)}`)
  })
  return { path, bytes: await checkedFile(path, 'a preview', maxRenditionBytes, isOfType(preview.type)) }
}

function isOfType(type: PreviewMade['type']): (head: Uint8Array) => boolean {
  if (type === 'mp4') return (head) => sniffVideo(head) === 'mp4'
  return type === 'webm' ? (head) => sniffVideo(head) === 'matroska' : (head) => sniffPicture(head) === type
}

/** The expected shapes of a job's files. Throws AppError internal if the process reports others. */
export function expectedShapes(plan: MediaPlan, result: JobResult): DerivedShapes {
  if ((plan.kind === 'preview' || plan.kind === 'convert') !== (result.type === 'previewed'))
    throw protocolViolation('a reply to another job')
  if ((plan.kind === 'measure') !== (result.type === 'measured'))
    throw protocolViolation('a reply to another job')
  if (result.type === 'previewed' || result.type === 'measured') return {}
  if (plan.kind !== 'derive' && result.type === 'done') {
    const names = [...mainRenditions, ...coreRenditions(result.made)]
    return Object.fromEntries(names.map((name) => [name, renditionShape(name, result.made)]))
  }
  if (plan.kind !== 'derive' || result.type !== 'derived') throw protocolViolation('a reply to another job')
  const shapes: DerivedShapes = {}
  for (const name of renditionNames) {
    const shape = result.shapes[name]
    if (shape === undefined) continue
    const full = renditionShape(name, plan.gif)
    const sides = ['width', 'height', 'frames'] as const
    const isBounded = renditions[name].maxBytes !== null
    const isRight = sides.every(
      (side) => shape[side] === full[side] || (isBounded && shape[side] < full[side]),
    )
    if (!isRight || !plan.renditions.includes(name)) throw protocolViolation(`${name} in no shape of its own`)
    shapes[name] = shape
  }
  return shapes
}

/** Removes the contents of a folder. Throws the system's error if something cannot be removed. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}

function checkedSize(path: string, name: RenditionName, maxBytes: number): Promise<number> {
  return checkedFile(path, name, maxBytes, (head) => isRendition(head, name))
}

async function checkedFile(
  path: string,
  name: string,
  maxBytes: number,
  isRight: (head: Uint8Array) => boolean,
): Promise<number> {
  const facts = await lstat(path)
  // With a link, the service would serve its target.
  if (!facts.isFile() || facts.nlink > 1) throw protocolViolation(`${name} is no plain file`)
  if (facts.size > maxBytes) {
    throw new AppError(
      'media_too_large',
      { detail: 'clipTooLong' },
      {
        cause: `${name} takes ${facts.size} bytes`,
      },
    )
  }
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0)
    if (!isRight(buffer.subarray(0, bytesRead))) throw protocolViolation(`${name} is not of its type`)
  } finally {
    await file.close()
  }
  return facts.size
}

/** The AppError for replies or files that no intact render process produces; `cause` is for the log. */
export function protocolViolation(cause: string): AppError {
  return new AppError(
    'internal',
    { detail: 'makingFailed' },
    {
      retry: true,
      cause: `The render process left ${cause}`,
    },
  )
}
