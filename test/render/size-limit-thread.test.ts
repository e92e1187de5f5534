import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fitToSize, type SizeJob } from '#src/render/encode/size-limit-thread.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

const run = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  frameAt: async () => new Uint8Array(16 * 16 * 4).fill(255),
}

/** One picture of a few pixels, and the destination of its GIF. */
async function job(t: TestContext, output: string): Promise<SizeJob> {
  const file = await open(output, 'w')
  t.after(() => file.close())
  return {
    count: 1,
    width: 16,
    height: 16,
    durationMs: 100,
    preset: 'balanced',
    maxBytes: 50_000,
    loops: 0,
    output: file.fd,
  }
}

test('a full disk during fitting is a transient fault of the service', async (t) => {
  await assert.rejects(fitToSize(await job(t, '/dev/full'), run), { code: 'unavailable', retry: true })
})

test('frames that do not fit in memory are reported as such', async (t) => {
  const path = join(await makeFolder(t), 'out.gif')
  const large = { ...(await job(t, path)), width: 20_000, height: 15_000 }
  await assert.rejects(fitToSize(large, run), { code: 'media_too_large', retry: false })
})

test('a thread that ends by itself is a transient fault, and reveals nothing', async (t) => {
  const path = join(await makeFolder(t), 'out.gif')
  // It cannot even begin.
  const broken = { ...(await job(t, path)), width: -1 }
  await assert.rejects(fitToSize(broken, run), { code: 'internal', retry: true })
})
