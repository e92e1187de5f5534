import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before, describe } from 'node:test'
import type { Decoding } from '#src/render/job.ts'
import { DecodeAgain, judgeDecode } from '#src/render/decode/redecode.ts'
import {
  assertAlike,
  copyChanged,
  encodeClip,
  encodeJoined,
  flipBits,
  framesFromStart,
} from '../support/media/damage.ts'
import { isFullRun } from '../support/full-run.ts'
import { render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2']

describe('damaged videos', () => {
  const pool = startPool({ after })
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gifwright-damaged-'))
    await encodeClip(join(folder, 'whole.mp4'), h264)
  })
  after(() => rm(folder, { recursive: true }))
  const change = (name: string, by: (bytes: Buffer) => void) =>
    copyChanged(join(folder, 'whole.mp4'), join(folder, name), by)

  test('when decoders need data from long before the clip, it is decoded again from further back', async (t) => {
    const path = await encodeJoined(join(folder, 'joined.mp4'))
    const expected = await framesFromStart(path, [4.4, 5.4], '320x240')
    for (const reverse of isFullRun ? [false, true] : [false]) {
      const plan = videoPlan(path, { startSeconds: 4.4, endSeconds: 5.4, gif: { reverse } })
      const made = await render(t, pool, plan)
      await assertAlike(made.files.mp4.path, reverse ? expected.toReversed() : expected, 30)
    }
  })

  test('a decode from further back is tried only while the job has time for it', async () => {
    const path = await encodeJoined(join(folder, 'long.mp4'))
    const decoding: Decoding = {
      seekSeconds: 4.4,
      stream: 0,
      inputFrom: (place) => ['-copyts', ...(place === 0 ? [] : ['-ss', String(place)]), '-i', path],
      window: { fromStamp: 4.4, toStamp: 5.4, blocks: 300 },
      startStamp: 0,
      maxDamagedShare: 0.2,
    }
    const judge = (secondsLeft: number) => {
      const now = performance.now()
      return judgeDecode(decoding, {
        maxCpuSeconds: 60,
        startedMs: now,
        endsAtMs: now + secondsLeft * 1000,
      })
    }
    await assert.rejects(judge(600), (error) => error instanceof DecodeAgain && error.seekSeconds === 0)
    await assert.rejects(judge(0), {
      code: 'media_broken',
      message: 'The video is damaged from 0:04.4 on; choose another part.',
    })
  })

  test('a few flipped bits still give a GIF', async (t) => {
    for (const stride of isFullRun ? [300_000, 90_000] : [90_000]) {
      const path = await change(`flip-${stride}.mp4`, (bytes) => flipBits(bytes, [0.3, 1], stride))
      const made = await render(t, pool, videoPlan(path, { startSeconds: 1, endSeconds: 5 }))
      assert.equal(made.frames, 60)
    }
  })

  test('a lost packet of MPEG-TS still gives a GIF', async (t) => {
    const whole = await encodeClip(join(folder, 'whole.ts'), h264)
    const path = await copyChanged(whole, join(folder, 'lost.ts'), (bytes) => {
      const packet = Math.floor(bytes.length / 188 / 2) * 188
      bytes.copyWithin(packet, packet + 188)
    })
    const made = await render(t, pool, videoPlan(path, { startSeconds: 1, endSeconds: 5 }))
    assert.equal(made.frames, 60)
  })

  const codecs: [name: string, codec: string[]][] = [
    ['h264.mp4', h264],
    ['vp9.mp4', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']],
    ['mpeg2.mp4', ['-c:v', 'mpeg2video', '-bf', '2', '-q:v', '4']],
    ['mpeg4.mp4', ['-c:v', 'mpeg4', '-q:v', '4']],
    ['av1.mp4', ['-c:v', 'libsvtav1', '-preset', '12']],
    ['hevc.mp4', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']],
  ]
  // Formats without any checksum decode flipped bits to something; a run of zeros is a typical remnant of a download.
  const unchecked = new Set(['vp9.mp4', 'hevc.mp4'])
  for (const [name, codec] of isFullRun ? codecs : codecs.slice(0, 2)) {
    test(`a mostly damaged ${name} is refused with the time of the first damage`, async (t) => {
      const whole = await encodeClip(join(folder, name), codec)
      // The head is left unchanged, with the first second or so.
      const path = await copyChanged(whole, join(folder, `noise-${name}`), (bytes) => {
        if (unchecked.has(name)) bytes.fill(0, Math.floor(bytes.length * 0.35))
        else flipBits(bytes, [0.35, 1], 7)
      })
      await assert.rejects(render(t, pool, videoPlan(path, { startSeconds: 0, endSeconds: 6 })), (error) => {
        const { code, message, field } = error as Error & { code: string; field: string }
        assert.equal(code, 'media_broken', message)
        assert.equal(field, 'start', message)
        const [, seconds] =
          /^The video is damaged from 0:0(\d\.\d) on; choose another part\.$/.exec(message) ?? []
        assert.ok(Number(seconds) > 0.5 && Number(seconds) < 5, message)
        return true
      })
      const made = await render(t, pool, videoPlan(path, { startSeconds: 0, endSeconds: 0.5 }))
      assert.equal(made.frames, 8)
    })
  }

  test('damage before the clip does not affect the clip', async (t) => {
    const path = await change('early.mp4', (bytes) => flipBits(bytes, [0.02, 0.3], 97))
    const made = await render(t, pool, videoPlan(path, { startSeconds: 4, endSeconds: 5.5 }))
    await assertAlike(made.files.mp4.path, await framesFromStart(path, [4, 5.5], '320x240'), 25)
  })

  test('the accepted share of damaged frames is a setting', async (t) => {
    const path = await change('some.mp4', (bytes) => flipBits(bytes, [0.3, 1], 25_000))
    const plan = videoPlan(path, { startSeconds: 0, endSeconds: 6 })
    await render(t, pool, plan)
    const strict = startPool(t, { maxDamagedShare: 0 })
    await assert.rejects(render(t, strict, plan), { code: 'media_broken', field: 'start' })
  })
})
