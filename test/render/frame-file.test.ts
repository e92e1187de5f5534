import assert from 'node:assert/strict'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { FrameFile } from '#src/render/process/frame-file.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { diskTest, mountSmallDisk } from '../support/processes/small-disk.ts'

const frameBytes = 1000
const frame = (value: number) => new Uint8Array(frameBytes).fill(value)

test('frames stored in a file have no name there that anybody could find', async (t) => {
  const folder = await makeFolder(t)
  const file = await FrameFile.create(join(folder, 'frames.rgba'), { width: 10, height: 25 })
  for (const value of [1, 2, 3]) await file.append(frame(value))
  assert.deepEqual(await readdir(folder), [])
  const seen: (number | undefined)[] = []
  for await (const pixels of file.read([2, 0, 2, 1])) seen.push(pixels[999])
  assert.deepEqual(seen, [3, 1, 3, 2])
  await assert.rejects(async () => {
    for await (const _ of file.read([3])) assert.fail('the frame does not exist')
  }, /no frame 3/)
  await file.close()
})

const full =
  'frames that do not fit on the disk are a transient fault, and their space is freed when they are discarded'

diskTest(import.meta.filename, full, async (t) => {
  const { folder } = await mountSmallDisk(t, 0.25)
  const free = async () => (await statfs(folder)).bavail
  const before = await free()
  const file = await FrameFile.create(join(folder, 'frames.rgba'), { width: 100, height: 250 })
  await assert.rejects(
    async () => {
      for (;;) await file.append(new Uint8Array(100_000))
    },
    { code: 'unavailable' },
  )
  await file.close()
  assert.equal(await free(), before)
})
