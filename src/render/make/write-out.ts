import { write } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { systemCode } from '../../lib/system-code.ts'

const writeSome = promisify(write)

/** How long a full pipe is left alone. */
const fullPipeMs = 2

/** Writes all of the bytes to a file or pipe, by its number, where it was written to last. Throws the system's errors. */
export async function writeOut(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    try {
      done += (await writeSome(descriptor, bytes, done, bytes.length - done, null)).bytesWritten
    } catch (error) {
      if (systemCode(error) !== 'EAGAIN') throw error
      await pause(fullPipeMs)
    }
  }
}
