import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { CommandPrefix } from '../lib/sandbox/prefixed-command.ts'
import { noSpace } from '../lib/disk/disk-faults.ts'
import {
  type JobMessage,
  packError,
  progressMs,
  replyDescriptor,
  type ReplyMessage,
  type SpaceMessage,
} from './protocol.ts'
import { renderJob } from './render-job.ts'
import { configureTools } from './tools/run-tool.ts'

/** A render process: takes one job at a time from the pool that started it. */

if (process.argv[2] !== undefined) configureTools({ sandbox: JSON.parse(process.argv[2]) as CommandPrefix })

// Loaded before the first job, so that it begins immediately.
await Promise.all([
  import('./decode/picture-source.ts'),
  import('./decode/video-source.ts'),
  import('./animation/open-animated-clip.ts'),
  import('./animation/gif-picture.ts'),
  import('./animation/apng-picture.ts'),
  import('./animation/webp-picture.ts'),
  import('./process/draw-watermark.ts'),
])

let onSpace: (granted: boolean) => void = () => {}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line) as JobMessage | SpaceMessage
    if ('granted' in message) onSpace(message.granted)
    else void work(message)
  })
  .on('close', endAll)

async function work(job: JobMessage): Promise<void> {
  let last = { fraction: 0, atMs: -Infinity }
  const onProgress = (fraction: number) => {
    const atMs = performance.now()
    if (fraction <= last.fraction || atMs < last.atMs + progressMs) return
    last = { fraction, atMs }
    reply({ type: 'progress', fraction })
  }
  try {
    reply(await renderJob(job, { onProgress, reserve }))
  } catch (error) {
    reply({ type: 'failed', failure: packError(error) })
  }
}

/** Waits until the pool answers that there is space. */
async function reserve(bytes: number): Promise<void> {
  const granted = await new Promise<boolean>((resolve) => {
    onSpace = resolve
    reply({ type: 'space', bytes })
  })
  if (!granted) throw noSpace()
}

function reply(message: ReplyMessage): void {
  writeSync(replyDescriptor, `${JSON.stringify(message)}\n`)
}

/**
 * Called when the pool is gone: ends everything started here. The tools are in this process's group, or in a sandbox
 * that ends with it.
 */
function endAll(): void {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit(0)
  }
}
