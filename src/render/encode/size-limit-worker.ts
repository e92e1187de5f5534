import { ftruncateSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { encodeWithinLimit } from '../../gif/size-limit/encode-within-limit.ts'
import { SizeLimitError } from '../../gif/size-limit/size-limit-error.ts'
import { systemCode } from '../../lib/system-code.ts'
import type { FromSizeThread, SizeThreadJob } from './size-limit-thread.ts'

/** The thread of `fitToSize`, which runs one job and ends. */

const job = workerData as SizeThreadJob
const pixels = new Uint8Array(job.pixels)
const ready = new Int32Array(job.ready)

/** Waits for the thread that can read the frame: the encoder is synchronous, but stored frames may be compressed. */
function frameAt(index: number): Uint8Array {
  Atomics.store(ready, 0, 0)
  say({ type: 'frame', index })
  Atomics.wait(ready, 0, 0)
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
    { width: job.width, height: job.height, count: job.count, durationMs: job.durationMs, frameAt },
    {
      preset: job.preset,
      maxBytes: job.maxBytes,
      loops: job.loops,
      write,
      restart: () => {
        ftruncateSync(job.output, 0)
        end = 0
      },
      onProgress: (fraction) => say({ type: 'progress', fraction }),
    },
  )
  say({ type: 'done', result: result.fits ? { fits: true, bytes: end, level: result.level } : result })
} catch (error) {
  const { message } = error instanceof Error ? error : { message: String(error) }
  say({ type: 'failed', message, isTooSmall: error instanceof SizeLimitError, code: systemCode(error) })
}
