/**
 * Measures how much memory uploads take. Posts 1 and 4 data-URLs of 50 MB at once to the service, in every encoding,
 * and prints the growth of its peak memory and the CPU time. Each row has a fresh service of its own.
 *   node bench/upload-memory.ts
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BigEncoding,
  bigEncodings,
  peakMegabytes,
  postBigVideo,
} from '../test/support/http/big-upload.ts'
import { startServer } from '../test/support/processes/server-process.ts'
import { cpuSeconds, table } from './measure.ts'

const dataUrlBytes = 50_000_000
const smallBytes = 100_000

const rows: (string | number)[][] = []
for (const encoding of bigEncodings) {
  for (const atOnce of [1, 4]) rows.push([encoding.name, atOnce, ...(await measure(encoding, atOnce))])
}
console.log(table(['data-URL of 50 MB as', 'at once', 'peak grew by, MB', 'CPU ms', 'status'], rows))

async function measure(encoding: BigEncoding, atOnce: number): Promise<(string | number)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  const { url, pid, child, exited } = await startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '0' })
  try {
    // A service that has answered once has loaded its code and grown its first buffers.
    await postBigVideo(url, encoding, smallBytes)
    const peakBefore = peakMegabytes(pid)
    const cpuBefore = cpuSeconds(pid)
    const posts = Array.from({ length: atOnce }, () => postBigVideo(url, encoding, dataUrlBytes))
    const statuses = new Set(await Promise.all(posts))
    const cpuMs = (cpuSeconds(pid) - cpuBefore) * 1000
    return [`+${(peakMegabytes(pid) - peakBefore).toFixed(1)}`, cpuMs.toFixed(0), [...statuses].join(' ')]
  } finally {
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
}
