import { ftruncateSync, readSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { encodeWithinLimit } from '../../gif/size-limit/encode-within-limit.ts'
import { AppError } from '../../lib/app-error.ts'
import { systemCode } from '../../lib/system-code.ts'
import type { FromSizeThread, SizeJob } from './size-thread.ts'

/** The other side of `fitToSize`: one job, and its end. */

const job = workerData as SizeJob
const pixels = new Uint8Array(job.width * job.height * 4)

function frameAt(index: number): Uint8Array {
  const start = (job.order[index] ?? 0) * pixels.length
  for (let done = 0; done < pixels.length;) {
    const bytes = readSync(job.frames, pixels, done, pixels.length - done, start + done)
    if (bytes === 0) throw new Error(`there is no frame ${index} in the spool`)
    done += bytes
  }
  return pixels
}

let end = 0

function write(bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    const count = writeSync(job.output, bytes, done, bytes.length - done, end)
    done += count
    end += count
  }
}

function say(message: FromSizeThread): void {
  parentPort?.postMessage(message)
}

try {
  const { result } = encodeWithinLimit(
    { ...job, count: job.order.length, frameAt },
    {
      ...{ preset: job.preset, maxBytes: job.maxBytes, loops: job.loops, write },
      restart: () => {
        ftruncateSync(job.output, 0)
        end = 0
      },
      onProgress: (fraction) => say({ type: 'progress', fraction }),
    },
  )
  say({ type: 'done', result: result.fits ? { fits: true, bytes: end } : result })
} catch (error) {
  const { message } = error instanceof Error ? error : { message: String(error) }
  say({ type: 'failed', message, code: error instanceof AppError ? error.code : systemCode(error) })
}
