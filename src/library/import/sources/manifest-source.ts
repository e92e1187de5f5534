import type { ErrorText } from '../../../lib/errors/error-text.ts'
import { AppError } from '../../../lib/app-error.ts'
import { Worker } from 'node:worker_threads'
import { inMegabytes } from '../../../lib/text/megabytes.ts'
import type { ImportItem, ImportSource, RefusedItem } from '../import-item.ts'
import { type FileTree, openTreeFile, type TreeFile } from './file-tree.ts'
import { findBeside, type Manifest } from './manifest.ts'
import {
  type ManifestAnswer,
  type ManifestEntry,
  type ManifestLimits,
  type ManifestWork,
} from './manifest-entries.ts'

/** Opens the files listed in a JSON manifest, using the named reader of `manifest-worker.ts`. Throws a sentence. */
export async function openManifest(
  tree: FileTree,
  manifest: Manifest,
  format: string,
  limits: ManifestLimits,
): Promise<ImportSource> {
  const entries = await readEntries(manifest.file, format, limits)
  return {
    name: `${tree.name}: ${manifest.file.path}`,
    count: entries.length,
    async *items(signal) {
      for (const entry of entries) {
        signal.throwIfAborted()
        yield 'reason' in entry ? entry : await findEntry(tree, manifest, entry)
      }
    },
    close: () => tree.close(),
  }
}

async function findEntry(
  tree: FileTree,
  manifest: Manifest,
  { name, details, files, otherwise }: Exclude<ManifestEntry, RefusedItem>,
): Promise<ImportItem | RefusedItem> {
  let reason: ErrorText = { detail: 'entryEmpty' }
  for (const path of files) {
    const found = await findBeside(tree, manifest, path)
    if ('from' in found) return { name, from: found.from, details }
    reason = found.reason
  }
  if (otherwise !== null && 'url' in otherwise)
    return { name, from: { kind: 'url', url: otherwise.url }, details }
  return { name, reason: otherwise?.reason ?? reason }
}

/** The previous thread, if it is still running. One thread at a time limits memory to that of one. */
let before: Promise<unknown> = Promise.resolve()

async function readEntries(file: TreeFile, format: string, limits: ManifestLimits): Promise<ManifestEntry[]> {
  if (file.bytes > limits.bytes) {
    throw new AppError('media_unsupported', {
      detail: 'listFileTooLarge',
      path: file.path,
      max: inMegabytes(limits.bytes),
      megabytes: inMegabytes(file.bytes),
    })
  }
  const read = before.then(async () =>
    readInThread({ format, bytes: await bytesOf(file), limits }, file.path),
  )
  before = read.catch(() => undefined)
  return read
}

async function bytesOf(file: TreeFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes)
  let length = 0
  for await (const chunk of await openTreeFile(file)) {
    const part = chunk as Buffer
    if (length + part.length > bytes.length)
      throw new AppError('media_unsupported', { detail: 'listFileChanged', path: file.path })
    bytes.set(part, length)
    length += part.length
  }
  return bytes.subarray(0, length)
}

/** Parses JSON as a whole, in a thread. If the thread exceeds its limits of memory or time, the list is at fault. */
async function readInThread(
  workerData: ManifestWork & { bytes: Uint8Array<ArrayBuffer> },
  path: string,
): Promise<ManifestEntry[]> {
  const { bytes, limits } = workerData
  const tooLarge = (cause?: unknown) =>
    new AppError('media_unsupported', { detail: 'listTooLargeToRead', path }, { cause })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const worker = new Worker(new URL('manifest-worker.ts', import.meta.url), {
    name: 'import list',
    workerData,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  })
  const timer = Number.isFinite(limits.maxMs) ? setTimeout(() => reject(tooLarge()), limits.maxMs) : undefined
  const entries: ManifestEntry[] = []
  worker.on('message', (answer: ManifestAnswer) => {
    if (answer.type === 'entries') entries.push(...answer.entries)
    else if (answer.type === 'end') resolve()
    else if (answer.type === 'too large') reject(tooLarge())
    else if (answer.type === 'refused') reject(new AppError('media_unsupported', answer.text))
    else if (answer.type === 'failed') reject(new Error(answer.message))
    else reject(new AppError('media_unsupported', { detail: 'listNotJson', path }))
  })
  worker.on('error', (cause: NodeJS.ErrnoException) =>
    reject(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(cause) : cause),
  )
  worker.on('exit', () => reject(tooLarge()))
  try {
    await promise
    return entries
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
