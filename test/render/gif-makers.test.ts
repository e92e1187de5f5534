import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { GifInProcess } from '#src/render/encode/gif-in-process.ts'
import type { GifJob, GifMaker } from '#src/render/encode/gif-maker.ts'
import { GifThread } from '#src/render/encode/gif-thread.ts'
import { decode, gifLoops } from '../support/media/decoded.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

const size = { width: 16, height: 8 }
const frameBytes = 16 * 8 * 4

const makers = { 'in a thread': GifThread, 'in the process': GifInProcess }

function startMaker(t: TestContext, Maker: new () => GifMaker = GifThread): GifMaker {
  const maker = new Maker()
  t.after(() => maker.close())
  return maker
}

function job(
  descriptor: number,
  { frame = size, maxFileBytes = 1e9, onFrames = () => {} }: Partial<GifJob> & { maxFileBytes?: number } = {},
): GifJob {
  const settings = presetSettings('best')
  const files = [{ width: frame.width, height: frame.height, descriptor, maxFileBytes }]
  return { frame, loops: 0, groups: [{ settings, frameMs: 100, files }], onFrames }
}

async function openFile(t: TestContext) {
  const path = join(await makeFolder(t), 'out.gif')
  const file = await open(path, 'w+')
  t.after(() => file.close())
  return { path, file }
}

/** A named pipe, open for reading, whose buffer in the kernel is at most 64 KB. */
async function openPipe(t: TestContext) {
  const path = join(await makeFolder(t), 'pipe')
  await promisify(execFile)('mkfifo', [path])
  // Opening one end waits for the other.
  const first = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = await open(path, 'w')
  const reader = await open(path, 'r')
  await first.close()
  t.after(() => writer.close())
  return { reader, writer }
}

/** A frame of one color, unique among the first 200. */
function flat(index: number): Buffer {
  return Buffer.alloc(frameBytes, Buffer.from([index, 255 - index, 50, 255]))
}

function noise(bytes: number): Buffer {
  const pixels = randomFillSync(Buffer.alloc(bytes))
  for (let at = 3; at < bytes; at += 4) pixels[at] = 255
  return pixels
}

for (const [place, Maker] of Object.entries(makers))
  describe(`the encoder of GIFs ${place}`, () => {
    test('takes frames in pieces of any size, and makes one GIF after another', async (t) => {
      const maker = startMaker(t, Maker)
      for (const [frames, pieceBytes] of [
        [5, 100],
        [40, 1000],
        [3, frameBytes],
        [12, frameBytes * 7],
      ] as const) {
        const { path, file } = await openFile(t)
        const taken: number[] = []
        maker.start(job(file.fd, { onFrames: (count) => taken.push(count) }))
        const all = Buffer.concat(Array.from({ length: frames }, (_, index) => flat(index)))
        for (let at = 0; at < all.length; at += pieceBytes)
          await maker.write(all.subarray(at, at + pieceBytes))
        const made = await maker.finish()
        assert.deepEqual(made, { frames, bytes: [(await readFile(path)).length] })
        assert.deepEqual(
          taken,
          Array.from({ length: frames }, (_, index) => index + 1),
        )
        const decoded = await decode(path)
        assert.ok(decoded.frames.every((pixels, index) => pixels.equals(flat(index))))
        assert.deepEqual(new Set(decoded.delaysMs), new Set([100]))
        assert.equal(decoded.frames.length, frames)
        assert.equal(await gifLoops(path), 0)
        assert.ok(maker.isIdle)
      }
    })

    test('leaves out an incomplete part of a frame', async (t) => {
      const maker = startMaker(t, Maker)
      const { path, file } = await openFile(t)
      maker.start(job(file.fd))
      await maker.write(Buffer.concat([flat(0), flat(1), flat(2).subarray(1)]))
      assert.equal((await maker.finish()).frames, 2)
      assert.equal((await decode(path)).frames.length, 2)
    })

    test('that cannot write ends with the system’s error, and starts nothing more', async (t) => {
      const maker = startMaker(t, Maker)
      const { path } = await openFile(t)
      const file = await open(path, 'r')
      t.after(() => file.close())
      maker.start(job(file.fd))
      await maker.write(flat(0))
      await assert.rejects(maker.finish(), (error: Error & { code?: string; cause?: unknown }) => {
        assert.equal(error.code, 'internal')
        assert.equal((error.cause as { code?: string }).code, 'EBADF')
        return true
      })
      assert.equal(maker.isIdle, false)
      assert.throws(() => maker.start(job(file.fd)), { code: 'internal' })
    })

    test('ends with EPIPE if the reader of a pipe is gone', async (t) => {
      const maker = startMaker(t, Maker)
      const { reader, writer } = await openPipe(t)
      await reader.close()
      maker.start(job(writer.fd))
      await maker.write(flat(0))
      await assert.rejects(
        maker.finish(),
        (error: Error) => (error.cause as { code?: string }).code === 'EPIPE',
      )
    })

    test('writes no more than the limit', async (t) => {
      const maker = startMaker(t, Maker)
      const { file } = await openFile(t)
      maker.start(job(file.fd, { maxFileBytes: 100 }))
      await maker.write(Buffer.concat([flat(0), noise(frameBytes)]))
      await assert.rejects(maker.finish(), { code: 'media_too_large', retry: false })
    })

    test('makes no GIF of nothing', async (t) => {
      const maker = startMaker(t, Maker)
      const { file } = await openFile(t)
      maker.start(job(file.fd))
      await assert.rejects(maker.finish(), { code: 'internal' })
    })

    test('ends immediately when it is closed, whatever it is doing', async (t) => {
      const maker = startMaker(t, Maker)
      const { file } = await openFile(t)
      const side = 300
      maker.start(job(file.fd, { frame: { width: side, height: side } }))
      const { promise: isAtWork, resolve } = Promise.withResolvers<void>()
      const writing = (async () => {
        for (;;) {
          await maker.write(noise(side * side * 4))
          resolve()
        }
      })()
      const ended = assert.rejects(writing, { code: 'internal' })
      await isAtWork
      await maker.close()
      await ended
      await assert.rejects(maker.finish(), { code: 'internal' })
    })
  })

describe('the encoder of GIFs in a thread', () => {
  test('waits for a pipe that nobody reads, and takes no more frames than fit until then', async (t) => {
    const maker = startMaker(t)
    const { reader, writer } = await openPipe(t)
    const side = 200
    const count = 30
    let taken = 0
    let given = 0
    const frame = { width: side, height: side }
    maker.start(job(writer.fd, { frame, onFrames: (frames) => (taken = frames) }))
    const most: number[] = []
    const writing = (async () => {
      for (; given < count; given += 1) {
        most.push(given - taken)
        await maker.write(noise(side * side * 4))
      }
      const made = await maker.finish()
      await writer.close()
      return made
    })()
    let bytes = 0
    for await (const chunk of reader.createReadStream({ highWaterMark: 30_000 }))
      bytes += (chunk as Buffer).length
    const made = await writing
    assert.deepEqual([made.frames, made.bytes], [count, [bytes]])
    assert.ok(bytes > 500_000, 'far more than the pipe holds')
    assert.ok(Math.max(...most) <= 4, `${Math.max(...most)} frames waited`)
  })
})
