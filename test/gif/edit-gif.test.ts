import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editGif, type FrameOfGif } from '#src/gif/edit/edit-gif.ts'
import { GifFrameReader } from '#src/gif/edit/frame-reader.ts'
import { parseGif } from '#src/gif/read/parse-gif.ts'
import { decodeByVips } from '../support/media/decoded.ts'
import { encodeGif, visible } from '../support/media/gif-playback.ts'
import { discClip } from '../support/media/drawn-gif.ts'
import { randomGif, writeRawGif } from '../support/media/raw-gif.ts'
import { randomRuns } from '../support/full-run.ts'

const limits = { maxFrames: 1000, maxPixels: 50_000_000 }

function edit(gifs: Buffer[], frames: FrameOfGif[]): { gif: Buffer; approximated: number } {
  const parts: Uint8Array[] = []
  const readers = gifs.map((gif) => new GifFrameReader(gif, limits))
  const { approximated } = editGif(readers, frames, 0, (bytes) => parts.push(bytes))
  return { gif: Buffer.concat(parts), approximated }
}

const picture = (gif: Buffer, frame: number) => {
  const { buffer } = new GifFrameReader(gif, limits).pictureAt(frame)
  return visible(new Uint8Array(buffer))
}

/** Frames of clips as chosen by `picks`, each shown for another time. */
const chosen = (counts: number[], picks: [number, number][]): FrameOfGif[] =>
  picks.map(([clip, frame], index) => ({
    clip: clip % counts.length,
    frame: frame % (counts[clip % counts.length] ?? 1),
    milliseconds: 20 + 10 * index,
  }))
const picks = fc.array(fc.tuple(fc.nat(1), fc.nat(1000)), { minLength: 1, maxLength: 12 })

test('shows every frame unchanged to another decoder, for any choice and order of frames from two GIFs', async () => {
  let copied = 0
  await fc.assert(
    fc.asyncProperty(
      randomGif({ isTidy: true }),
      randomGif({ isTidy: true }),
      picks,
      async (raw, other, picks) => {
        const clips = [raw, { ...other, width: raw.width, height: raw.height }].map((gif) => writeRawGif(gif))
        const whole = clips.filter((gif) => isOfSize(gif, raw))
        const counts = whole.map((gif) => new GifFrameReader(gif, limits).count)
        const frames = chosen(counts, picks)
        const { gif, approximated } = edit(whole, frames)
        const decoded = await decodeByVips(gif)
        assert.deepEqual(
          decoded.frames.map((rgba) => visible(rgba)),
          frames.map(({ clip, frame }) => picture(whole[clip] ?? gif, frame)),
        )
        assert.equal(approximated, 0)
        if (frames.length > 1)
          assert.deepEqual(
            decoded.delaysMs,
            frames.map(({ milliseconds }) => milliseconds),
          )
        copied += frames.length
      },
    ),
    randomRuns(150),
  )
  assert.ok(copied > 300)
})

test('shows frames of a GIF that other decoders read differently the way browsers do', () => {
  fc.assert(
    fc.property(randomGif({ isTidy: false }), picks, (raw, picks) => {
      const source = writeRawGif(raw)
      const frames = chosen([raw.frames.length], picks)
      const { gif } = edit([source], frames)
      const reader = new GifFrameReader(gif, limits)
      assert.equal(reader.count, frames.length)
      for (const [index, { frame }] of frames.entries())
        assert.deepEqual(picture(gif, index), picture(source, frame))
    }),
    randomRuns(150),
  )
})

/** Returns true if a GIF has a given size: a first frame that leaves the screen enlarges it. */
function isOfSize(bytes: Buffer, { width, height }: { width: number; height: number }): boolean {
  const { gif } = new GifFrameReader(bytes, limits)
  return gif.width === width && gif.height === height
}

test('copies consecutive frames byte for byte, and paints the others in little space', () => {
  const counted = { maxFrames: 1000, maxPixels: 50_000_000 }
  const source = encodeGif(discClip(40))
  const whole = { clip: 0, milliseconds: 100 }
  const all = Array.from({ length: 40 }, (_, frame) => ({ ...whole, frame }))
  assert.deepEqual(edit([source], all).gif.length, source.length)
  const cut = edit([source], all.slice(10)).gif
  const [own, kept] = [source, cut].map((gif) => parseGif(gif, counted))
  assert.deepEqual(
    kept?.frames.slice(1).map(({ width, height }) => [width, height]),
    own?.frames.slice(11).map(({ width, height }) => [width, height]),
  )
  assert.ok(cut.length < source.length)
  const backward = edit([source], all.toReversed()).gif
  assert.ok(backward.length < source.length * 2, `${backward.length} of ${source.length}`)
})
