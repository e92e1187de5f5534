import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { readPackets } from '#src/render/probe/clip-packets.ts'
import { probeVideo } from '#src/render/probe/probe-video.ts'
import { clipInput } from '#src/render/decode/video-source.ts'
import { videoFilters } from '#src/render/steps.ts'
import { decode, frameNumber, played } from '../support/media/decoded.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { isFullRun } from '../support/full-run.ts'
import { makeFolder, poolLimits, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const run = promisify(execFile)

// An MPEG-TS has no index: the exact position is found without one.
for (const extension of isFullRun ? ['mp4', 'mkv', 'ts'] : ['ts']) {
  test(`a clip near the end of twenty minutes of ${extension} is exact, and little before it is decoded`, async (t) => {
    const folder = await makeFolder(t)
    const input = join(folder, `long.${extension}`)
    const loop = ['-stream_loop', '299', '-i', join(await ensureFixtures(), 'numbered-24.mp4')]
    await run('ffmpeg', ['-v', 'error', ...loop, '-c', 'copy', input])
    const startSeconds = 1190.5

    const made = await render(
      t,
      startPool(t),
      videoPlan(input, { startSeconds, endSeconds: startSeconds + 1 }),
    )
    const gif = played(await decode(made.files.gif.path), made.frames, made.durationMs)
    assert.equal(gif.frames.length, 15)
    // Each loop of four seconds counts from 0 again: 1190.5 is 2.5 seconds into one.
    assert.equal(frameNumber(gif, 0), 60)
    assert.ok([83, 84].includes(frameNumber(gif, -1)))

    const facts = await probeVideo(input, poolLimits)
    const packets = await readPackets(input, facts, [startSeconds, startSeconds + 1], poolLimits)
    const chain = {
      startSeconds,
      speed: 1,
      crop: null,
      facts,
      size: { width: 144, height: 32 },
      rate: { over: 15, under: 1 },
      frames: 15,
    }
    const { stderr } = await run('ffmpeg', [
      ...[
        '-nostdin',
        '-v',
        'verbose',
        ...clipInput(input, facts, packets.seekSeconds, poolLimits, { x264Build: null }),
      ],
      ...['-filter_complex', `[0:V:0]${videoFilters({ ...chain, canToneMap: false })}`, '-f', 'null', '-'],
    ])
    const decoded = Number(/(\d+) frames decoded/.exec(stderr)?.[1])
    assert.ok(decoded > 0 && decoded < 250, `${decoded} of 28800 frames were decoded`)
  })
}
