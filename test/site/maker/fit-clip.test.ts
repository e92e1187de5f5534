import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SizeLimitError } from '#src/gif/size-limit/size-limit-error.ts'
import { randomNumbers } from '../../support/rendering/both-kernels.ts'

/** The module of the worker, whose other imports have types of browsers. */
const fitClipModule: string = '#src/site/maker/client/preview/worker/fit-clip.ts'

type FitClip = (
  clip: object,
  options: { preset: 'balanced'; loops: number; maxBytes: number },
  pause: () => Promise<boolean>,
  onProgress: () => void,
) => Promise<unknown>

test('the preview refuses a limit into which no GIF of the clip fits', async () => {
  const { fitClip } = (await import(fitClipModule)) as { fitClip: FitClip }
  const frames = [1, 2, 3, 4].map((seed) => Uint8Array.from(randomNumbers(seed, 40 * 30 * 4, 256)))
  const clip = {
    ...{ width: 40, height: 30, frameMs: 100, framesMs: null, count: frames.length },
    frameAt: (index: number) => frames[index] ?? new Uint8Array(),
  }
  const fitting = fitClip(
    clip,
    { preset: 'balanced', loops: 0, maxBytes: 60 },
    () => Promise.resolve(true),
    () => undefined,
  )
  await assert.rejects(fitting, SizeLimitError)
})
