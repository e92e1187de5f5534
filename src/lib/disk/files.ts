import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Reads up to `bytes` from the start of a file. Throws the system's error. */
export async function readHead(path: string, bytes: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Flushes a file, or the entries of a folder, so that they survive a power cut. Throws the system's error. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the SHA-256 of a file, in hexadecimal. Throws the system's error. */
export async function sha256Of(path: string): Promise<string> {
  return sha256OfStream(createReadStream(path))
}

/** Returns the SHA-256 of a stream's bytes. Throws its error. */
export async function sha256OfStream(stream: Readable): Promise<string> {
  // Loaded on demand: it takes a tenth of the start of a short command.
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
