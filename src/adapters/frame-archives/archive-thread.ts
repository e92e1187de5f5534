import { parentPort, workerData } from 'node:worker_threads'
import { makeZip } from 'client-zip'
import { GifFrameReader } from '../../gif/edit/frame-reader.ts'
import { frameFiles } from '../../gif/frames/frame-files.ts'
import type { GifLimits } from '../../gif/read/parse-gif.ts'

/** The data that a thread is started with. */
export type ArchiveWork = { bytes: Uint8Array; limits: GifLimits }

/** Its messages: a part for each request for more, until the end. */
export type ArchiveMessage =
  | { type: 'part'; bytes: Uint8Array }
  | { type: 'end' }
  | { type: 'failed'; message: string }

const { bytes, limits } = workerData as ArchiveWork
const answer = (message: ArchiveMessage) => parentPort?.postMessage(message)
let parts: ReadableStreamDefaultReader<Uint8Array> | undefined

/** Opens the GIF. Throws GifError, and an Error if the file is cut off: stored files are complete. */
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
