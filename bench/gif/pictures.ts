import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { drawPicture } from '#src/render/decode/picture.ts'
import { poolLimits } from '../../test/support/rendering/rendering.ts'
import { median, table } from '../measure.ts'
import { encodeOurs, usedSince, workCpu } from './ours.ts'

const count = 38
const canvas = { width: 480, height: 360, resize: true }
const limits = {
  ...poolLimits,
  maxMegapixels: 50,
  maxWidth: 4096,
  timeoutSeconds: 60,
  maxFrameBytes: Infinity,
}
const picturesPerSecond = 2
const presets = ['best', 'balanced'] as const

/** The goals of the issue, in CPU seconds. */
const [maxDecodeSeconds, maxEncodeSeconds] = [1, 0.4]

const media = new URL('../../../shared/media/pictures', import.meta.url).pathname

/** Large pictures into one GIF: CPU of decoding and resizing them, and of encoding, as a table. */
export async function picturesGif(rounds: number): Promise<string> {
  process.stderr.write('pictures\n')
  const usable = await usablePictures()
  const pictures = Array.from({ length: count }, (_, index) => usable[index % usable.length]!)
  const decoding: number[] = []
  const encoding: Record<(typeof presets)[number], number[]> = { best: [], balanced: [] }
  let bytes = 0
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage()
    const drawn: Buffer[] = []
    for (const [index, picture] of pictures.entries())
      drawn.push(await drawPicture(picture, index + 1, canvas, limits))
    const decodeSeconds = usedSince(before)
    const encodeSeconds = presets.map((preset) =>
      workCpu(() => {
        bytes = encodeOurs({ ...canvas, fps: picturesPerSecond }, drawn, presetSettings(preset)).length
      }),
    )
    // The first round only warms up.
    if (round === 0) continue
    decoding.push(decodeSeconds)
    presets.forEach((preset, index) => encoding[preset].push(encodeSeconds[index]!))
  }
  const row = (what: string, seconds: number, goal: number) => [
    what,
    seconds.toFixed(2),
    `≤ ${goal.toFixed(1)}`,
    seconds <= goal ? 'met' : 'MISSED',
  ]
  const size = `\`balanced\` takes ${(bytes / 1000).toFixed(0)} KB.`
  const cpu = table(
    [
      `${count} pictures (${usable.length} different), ${canvas.width} × ${canvas.height}`,
      'CPU s',
      'goal',
      '',
    ],
    [
      row('decode and resize', median(decoding), maxDecodeSeconds),
      ...presets.map((preset) => row(`encode, ${preset}`, median(encoding[preset]), maxEncodeSeconds)),
    ],
  )
  return `${cpu}\n\n${size}`
}

/** The real pictures that can be decoded, or else some photographs of noise. */
async function usablePictures(): Promise<Buffer[]> {
  const all = existsSync(media) ? readdirSync(media).map((name) => readFileSync(join(media, name))) : []
  const usable = []
  for (const bytes of all.length > 0 ? all : await generatedPictures()) {
    const drawn = await drawPicture(bytes, 1, canvas, limits).catch(() => null)
    if (drawn) usable.push(bytes)
  }
  return usable
}

async function generatedPictures(): Promise<Buffer[]> {
  const made = []
  for (let number = 0; number < 10; number++) {
    const noise = { type: 'gaussian', mean: 60 + 12 * number, sigma: 40 } as const
    const picture = sharp({ create: { width: 160, height: 120, channels: 3, background: '#888', noise } })
    made.push(await picture.resize(1600, 1200, { kernel: 'cubic' }).jpeg({ quality: 90 }).toBuffer())
  }
  return made
}
