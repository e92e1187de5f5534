import { type FrameSink, openGif } from './gif-writer.ts'
import { joinBytes } from './parts.ts'
import { parentPort } from './threads.ts'
import { sendableError, type ToEncoder } from './worker-messages.ts'

/** The worker's side of `EncoderWorker`: encodes the GIFs that it is sent, several at a time. */

type Job = { gif: FrameSink; parts: Uint8Array[] }

const port = parentPort()
const jobs = new Map<number, Job>()

port.onMessage((message) => {
  const { job } = message
  try {
    handle(message)
  } catch (error) {
    jobs.delete(job)
    port.post({ type: 'failed', job, error: sendableError(error) }, [])
  }
})

/** Handles a message. Frames of a failed GIF are ignored. Throws what the encoder throws. */
function handle(message: ToEncoder): void {
  const { job } = message
  if (message.type === 'start') {
    const parts: Uint8Array[] = []
    jobs.set(job, { gif: openGif(message.options, (bytes) => parts.push(bytes)), parts })
    return
  }
  const open = jobs.get(job)
  if (open === undefined) return
  if (message.type === 'frame') open.gif.add(message)
  else jobs.delete(job)
  if (message.type === 'stop') return
  if (message.type === 'finish') open.gif.finish()
  if (open.parts.length > 0) {
    const bytes = joinBytes(open.parts.splice(0))
    port.post({ type: 'bytes', job, bytes }, [bytes.buffer])
  }
  port.post({ type: message.type === 'finish' ? 'done' : 'taken', job }, [])
}
