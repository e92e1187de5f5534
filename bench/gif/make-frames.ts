/**
 * Writes the frames that `gifwright make` gives its encoder to a file, as red, green and blue, over black where they
 * are transparent. Prints their size as JSON. A program of its own, so that synchronous benches can run it:
 *   node bench/gif/make-frames.ts '{"path": "clip.mp4", "startSeconds": 1, "seconds": 5, "width": 480, "fps": 15}'
 *   OUT.rgb
 */
import { open } from 'node:fs/promises'
import { openSource } from '#src/render/open-source.ts'
import { streamFrames } from '#src/render/decode/frame-stream.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { poolLimits } from '#test/support/rendering/rendering.ts'

export type FrameRequest = {
  path: string
  startSeconds: number
  seconds: number
  width: number
  fps: number
}

const [request = '', output = ''] = process.argv.slice(2)
const { path, startSeconds, seconds, width, fps } = JSON.parse(request) as FrameRequest

const limits = {
  anyFormat: true,
  ...poolLimits,
  maxMegapixels: 100,
  maxWidth: 4096,
  timeoutSeconds: 300,
  maxFrameBytes: Infinity,
  maxDamagedShare: 1,
}
const job = {
  folder: () => '.',
  limits,
  maxCpuSeconds: limits.timeoutSeconds,
  startedMs: performance.now(),
  endsAtMs: Infinity,
  onProgress: () => undefined,
  reserve: () => Promise.resolve(),
}

const source = await openSource(
  {
    kind: 'video',
    input: path,
    startSeconds,
    endSeconds: startSeconds + seconds,
    watermarkText: null,
    gif: defaultGifOptions,
    clip: { ...defaultClipOptions, width, fps },
  },
  job,
)
const file = await open(output, 'w')
await streamFrames(source, job, async (rgba) => void (await file.write(overBlack(rgba))))
await file.close()
console.log(JSON.stringify({ width: source.width, height: source.height }))

function overBlack(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3]! / 255
    for (let channel = 0; channel < 3; channel++)
      rgb[to + channel] = Math.round(rgba[from + channel]! * alpha)
  }
  return rgb
}
