import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { pngChunk } from '../support/media/apng.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)

/** A picture of 72 pixels per inch across and 144 down. */
async function picture(format: 'jpeg' | 'png'): Promise<Buffer> {
  const flat = sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
  if (format === 'jpeg') {
    const bytes = await flat.jpeg().toBuffer()
    const density = Buffer.from([...Buffer.from('JFIF\0'), 1, 1, 1, 0, 72, 0, 144, 0, 0])
    return Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xe0, 0, 16]), density, bytes.subarray(2)])
  }
  const bytes = await flat.png().toBuffer()
  const density = pngChunk('pHYs', Buffer.from([0, 0, 0x0b, 0x13, 0, 0, 0x16, 0x26, 1]))
  return Buffer.concat([bytes.subarray(0, 33), density, bytes.subarray(33)])
}

describe('the density of pictures in a video', () => {
  const pool = startPool({ after })

  const videos = [
    ['jpeg', 'avi'],
    ['jpeg', 'mov'],
    ['png', 'mov'],
    ['jpeg', 'mkv'],
  ] as const
  for (const [format, container] of isFullRun ? videos : videos.slice(0, 3)) {
    test(`${format} in ${container} changes no shape, nor does the copy of it in the container`, async (t) => {
      const folder = await makeFolder(t)
      for (const frame of [0, 1, 2])
        await writeFile(join(folder, `${frame}.${format}`), await picture(format))
      const input = join(folder, `in.${container}`)
      await run('ffmpeg', [
        '-v',
        'error',
        '-framerate',
        '5',
        '-i',
        `${folder}/%d.${format}`,
        '-c',
        'copy',
        input,
      ])
      for (const plan of [videoPlan(input), { kind: 'keep' as const, input }]) {
        const made = await render(t, pool, plan)
        assert.deepEqual([made.width, made.height, made.frames, made.durationMs], [64, 48, 3, 600])
      }
    })
  }

  test('an aspect ratio of the container itself counts', async (t) => {
    const input = join(await makeFolder(t), 'in.mov')
    const source = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5:duration=0.6,setsar=2/1']
    await run('ffmpeg', ['-v', 'error', ...source, '-c:v', 'mjpeg', input])
    const made = await render(t, pool, videoPlan(input))
    assert.deepEqual([made.width, made.height], [128, 48])
  })
})
