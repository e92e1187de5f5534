import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EditPlan } from '#src/media/media-engine.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { randomRuns } from '../support/full-run.ts'
import { decodeByVips } from '../support/media/decoded.ts'
import { openImageDecoder, pictureHash, type Shown } from '../support/media/gif-decoders.ts'
import { randomFile } from '../support/media/random-animations.ts'
import { makeInProcess } from '../support/rendering/make-in-process.ts'
import { makeFolder, videoPlan } from '../support/rendering/rendering.ts'

/** The time unit of a GIF: times and their sums are exact to it. */
const stepMs = 10

/** A picture, and its end time; similar neighbors are merged. */
function timeline({ pictures, delaysMs }: Pick<Shown, 'pictures' | 'delaysMs'>) {
  const shown: { picture: string; endMs: number }[] = []
  let endMs = 0
  for (const [index, picture] of pictures.entries()) {
    const ms = delaysMs[index] ?? 0
    // As browsers show it, though their decoders report the delay of the file.
    endMs += ms <= 10 ? 100 : ms
    const last = shown.at(-1)
    if (last?.picture === picture) last.endMs = endMs
    else shown.push({ picture, endMs })
  }
  return shown
}

function keepPlan(input: string): EditPlan {
  return {
    ...{ kind: 'edit', inputs: [input], frameList: null, startSeconds: null, endSeconds: null },
    ...{ watermarkText: null, marksAnimations: true, repaints: false, keepsLoops: true },
    gif: defaultGifOptions,
    clip: defaultClipOptions,
  }
}

/** The number of times a GIF plays, by its blocks: 0 is forever. Nothing plays more often than WebPs can express. */
function playsOf(gif: Buffer): number {
  const extension = gif.indexOf('NETSCAPE2.0')
  if (extension === -1) return 1
  const repeats = gif.readUInt16LE(extension + 13)
  return repeats === 0 ? 0 : Math.min(65_535, repeats + 1)
}

/** The number of times an animated picture plays, by its chunks. */
function playsOfFile(bytes: Buffer, type: string): number {
  if (type === 'image/gif') return playsOf(bytes)
  if (type === 'image/png') return bytes.readUInt32BE(bytes.indexOf('acTL') + 8)
  return bytes.readUInt16LE(bytes.indexOf('ANIM', 16) + 12)
}

test('random animations of other encoders come back from keeping and from remaking as Chromium shows them', async (t) => {
  const decode = await openImageDecoder(t)
  const folder = await makeFolder(t)
  const input = join(folder, 'in')
  await fc.assert(
    fc.asyncProperty(randomFile, async ({ type, write }) => {
      const bytes = await write(folder)
      await writeFile(input, bytes)
      const source = await decode(bytes, type)
      const expected = timeline(source)
      for (const plan of [keepPlan(input), videoPlan(input)]) {
        const made = await makeInProcess(folder, plan)
        const vips = await decodeByVips(made)
        for (const shown of [
          await decode(made, 'image/gif'),
          { ...vips, pictures: vips.frames.map(pictureHash) },
        ]) {
          const result = timeline(shown)
          assert.deepEqual([shown.width, shown.height], [source.width, source.height])
          assert.deepEqual(
            result.map(({ picture }) => picture),
            expected.map(({ picture }) => picture),
            plan.kind,
          )
          for (const [frame, { endMs }] of result.entries())
            assert.ok(
              Math.abs(endMs - (expected[frame]?.endMs ?? 0)) <= stepMs,
              `${plan.kind}: frame ${frame} ends at ${endMs} of ${expected[frame]?.endMs}`,
            )
        }
        if (plan.kind === 'edit') assert.equal(playsOf(made), playsOfFile(bytes, type))
      }
    }),
    randomRuns(500, 24),
  )
})
