import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import { openSocketPair } from '#src/render/tools/socket-pair.ts'
import { makeFolder } from '../support/rendering/rendering.ts'

/** Puts temporary files into a folder of the test. */
function useTemporaryFolder(t: TestContext, folder: string): void {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
}

/** A process that writes `count` blocks of 10,000 bytes to a socket, each filled with its number, and ends. */
function startWriter(far: Parameters<typeof spawn>[2]['stdio'], count: number) {
  const code = `const { writeSync } = require('node:fs')
    for (let block = 0; block < ${count}; block += 1) {
      for (let rest = Buffer.alloc(10_000, block); rest.length > 0;) {
        try { rest = rest.subarray(writeSync(1, rest)) }
        catch (error) { if (error.code !== 'EAGAIN') throw error }
      }
    }`
  return spawn(process.execPath, ['-e', code], { stdio: far })
}

describe('the sockets to which a tool writes frames', () => {
  test('put bytes into the memory of their reader, and leave no file', async (t) => {
    const folder = await makeFolder(t)
    useTemporaryFolder(t, folder)
    const memory = new Uint8Array(10_000)
    const blocks: number[] = []
    let filled = 0
    let isTaking = false
    const pair = await openSocketPair({
      place: () => memory.subarray(filled),
      onBytes: (count) => {
        assert.equal(isTaking, false, 'nothing is read while a promise is pending')
        filled += count
        if (filled < memory.length) return undefined
        filled = 0
        isTaking = true
        return new Promise((resolve) => {
          setImmediate(() => {
            assert.equal(new Set(memory).size, 1)
            blocks.push(memory[0] ?? -1)
            isTaking = false
            resolve()
          })
        })
      },
    })
    assert.ok(pair)
    assert.deepEqual(await readdir(folder), [])
    startWriter(['ignore', pair.far, 'inherit'], 50)
    pair.far.destroy()
    await pair.read()
    assert.deepEqual(
      blocks,
      Array.from({ length: 50 }, (_, block) => block),
    )
  })

  test('end with the error that their reader throws', async () => {
    for (const onBytes of [
      () => {
        throw new Error('full')
      },
      () => Promise.reject(new Error('full')),
    ]) {
      const pair = await openSocketPair({ place: () => new Uint8Array(100), onBytes })
      assert.ok(pair)
      const writer = startWriter(['ignore', pair.far, 'ignore'], 50)
      pair.far.destroy()
      await assert.rejects(pair.read(), { message: 'full' })
      // Its writing fails: nobody reads any more.
      await new Promise((resolve) => writer.once('close', resolve))
    }
  })

  test('are not created if their path would be too long, or without a folder for it', async (t) => {
    const sink = { place: () => new Uint8Array(1), onBytes: () => undefined }
    const long = join(await makeFolder(t), 'long'.repeat(40))
    await mkdir(long)
    useTemporaryFolder(t, long)
    assert.equal(await openSocketPair(sink), undefined)
    assert.deepEqual(await readdir(long), [])
    process.env.TMPDIR = join(long, 'none')
    assert.equal(await openSocketPair(sink), undefined)
  })
})
