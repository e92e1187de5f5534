import { parentPort, workerData } from 'node:worker_threads'
import { makeZip } from 'client-zip'
import { GifFrameReader } from '../../gif/edit/frame-reader.ts'
import { frameFiles } from '../../gif/frames/frame-files.ts'
import type { GifLimits } from '../../gif/read/parse-gif.ts'

/** What a thread is started with. */
export type ArchiveWork = { bytes: Uint8Array; limits: GifLimits }

/** What it answers: a part for each time that it is asked for more, until the end. */
export type ArchiveMessage =
  | { type: 'part'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'failed'; message: string }

const { bytes, limits } = workerData as ArchiveWork
const answer = (message: ArchiveMessage) => parentPort?.postMessage(message)
let parts: ReadableStreamDefaultReader<Uint8Array> | undefined

/** Opens the GIF. Throws GifError, and Error where the file is cut off: what the service stores is whole. */
function openWhole(): GifFrameReader {
  const reader = new GifFrameReader(bytes, limits)
  if (!reader.gif.hasTrailer) throw new Error('the file is cut off')
  return reader
}

async function next(): Promise<void> {
  try {
    parts ??= makeZip(frameFiles(openWhole())).getReader()
    const { done, value } = await parts.read()
    answer(done ? { type: 'end' } : { type: 'part', bytes: value })
  } catch (error) {
    answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

parentPort?.on('message', () => void next())
