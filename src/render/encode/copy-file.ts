import { write } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { systemCode } from '../../lib/system-code.ts'

const writeSome = promisify(write)

/** The pause before another write to a full pipe. */
const fullPipeMs = 2

/** Writes a file to a descriptor, after the bytes written before. Throws the system's errors. */
export async function copyTo(descriptor: number, path: string): Promise<void> {
  const file = await open(path)
  for await (const chunk of file.createReadStream()) await writeAll(descriptor, chunk as Uint8Array)
}

/** Writes all bytes to a file or pipe, after those written before. Throws the system's errors. */
export async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    try {
      done += (await writeSome(descriptor, bytes, done, bytes.length - done, null)).bytesWritten
    } catch (error) {
      if (systemCode(error) !== 'EAGAIN') throw error
      await pause(fullPipeMs)
    }
  }
}
