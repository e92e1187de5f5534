import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { makeAnimation } from '../support/media/animations.ts'
import { box, withAlphaFirst, withBoxInTrack, withRepeats } from '../support/media/avif.ts'
import { colorAt, decode, gifLoops } from '../support/media/decoded.ts'
import { makeFolder, render, startPool, videoPlan } from '../support/rendering/rendering.ts'

const delaysMs = [40, 1000, 200]

describe('AVIF image sequences', () => {
  const pool = startPool({ after })

  test('an AVIF is kept with its frames, their times and their transparency', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'avif', { delaysMs, hasAlpha: true })
    const made = await render(t, pool, { kind: 'keep', input })
    const gif = await decode(made.files.gif.path)
    assert.deepEqual([gif.delaysMs, made.hasAlpha, made.kept?.loops], [delaysMs, true, 0])
    for (const [frame, level] of [20, 40, 60].entries()) {
      const { color, alpha } = colorAt(gif, frame, [0.25, 0.5])
      assert.ok(Math.abs(color[0] - level) < 4, `${color[0]} in frame ${frame}`)
      assert.deepEqual([alpha, colorAt(gif, frame, [0.75, 0.5]).alpha], [255, 0])
    }
  })

  test('an AVIF whose alpha track comes first is the same', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'avif', { delaysMs: [100, 100], hasAlpha: true })
    await writeFile(input, withAlphaFirst(await readFile(input)))
    for (const plan of [videoPlan(input), { kind: 'keep' as const, input }]) {
      const gif = await decode((await render(t, pool, plan)).files.gif.path)
      const { color, alpha } = colorAt(gif, 1, [0.25, 0.5])
      assert.ok(Math.abs(color[0] - 40) < 4, String(color[0]))
      assert.deepEqual([alpha, colorAt(gif, 1, [0.75, 0.5]).alpha], [255, 0])
    }
  })

  test('premultiplied colors of an AVIF are divided by alpha', async (t) => {
    const folder = await makeFolder(t)
    const input = await makeAnimation(folder, 'avif', { delaysMs: [100, 100], hasAlpha: true, opacity: 0.7 })
    const level = async () => {
      const { files } = await render(t, pool, { kind: 'keep', input })
      return colorAt(await decode(files.gif.path), 1, [0.25, 0.5]).color[0]
    }
    assert.ok(Math.abs((await level()) - 40) < 4)
    // The track of alpha has the number 2.
    await writeFile(input, withBoxInTrack(await readFile(input), box('tref', box('prem', '00000002'))))
    const divided = await level()
    assert.ok(Math.abs(divided - 40 / 0.7) < 4, String(divided))
  })

  test('an AVIF plays the number of times in its edit list; forever without one', async (t) => {
    const input = await makeAnimation(await makeFolder(t), 'avif', { delaysMs: [100, 100] })
    const bytes = await readFile(input)
    for (const [plays, edited] of [
      [0, bytes],
      [1, withRepeats(bytes, 200, 200)],
      [3, withRepeats(bytes, 200, 600)],
    ] as const) {
      await writeFile(input, edited)
      const made = await render(t, pool, { kind: 'keep', input })
      assert.deepEqual([made.kept?.loops, made.durationMs], [plays, 200])
      assert.equal(await gifLoops(made.files.gif.path), plays === 1 ? null : Math.max(0, plays - 1))
    }
  })
})
