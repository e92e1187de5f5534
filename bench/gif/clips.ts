import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { kept, run } from './kept.ts'

/** The requirements for every encoder. */
export type Job = { name: string; width: number; fps: number; seconds: number }

export type JobName = keyof typeof jobs

export const jobs = {
  M: { name: 'M', width: 480, fps: 15, seconds: 5 },
  S: { name: 'S', width: 320, fps: 10, seconds: 5 },
  M3: { name: 'M3', width: 480, fps: 15, seconds: 3 },
  L: { name: 'L', width: 640, fps: 20, seconds: 5 },
} as const

/** A video and where the clip starts in it. */
export type Clip = {
  name: string
  path: string
  startSeconds: number
  /** The key under which data about its file are kept. */
  key: string
}

const media = new URL('../../../shared/media', import.meta.url).pathname

const real: Record<string, { file: string; start: number }> = {
  bbb: { file: 'bbb.mp4', start: 1 },
  'bbb@12': { file: 'bbb.mp4', start: 12 },
  frog: { file: 'frog.mp4', start: 1 },
  talking: { file: 'talking.mkv', start: 0 },
  screencast: { file: 'screencast.mp4', start: 6 },
  pixelart: { file: 'pixelart.mp4', start: 1 },
  glow: { file: 'glow.webm', start: 1 },
  hevc1080: { file: 'hevc1080.mp4', start: 0 },
  vfr: { file: 'vfr.mp4', start: 0.5 },
}

/** Noise and grain in the dark, made from a clip in daylight. */
const darken = 'eq=brightness=-0.28:contrast=0.75:saturation=0.7,noise=alls=14:allf=t'

/** The replacement of missing real clips: ffmpeg's own generators. */
const generated: Record<string, string> = {
  mandelbrot: 'mandelbrot=size=960x540:rate=30',
  gradients: 'gradients=size=960x540:rate=30:speed=0.02:seed=1:c0=0x20406a:c1=0xe09040',
  life: 'life=size=240x135:mold=20:ratio=0.1:death_color=#803030:life_color=#40e0ff:seed=1,scale=960:540:flags=neighbor',
  bars: 'testsrc2=size=960x540:rate=30',
  grain: 'mandelbrot=size=720x480:rate=30:start_scale=0.3,eq=brightness=-0.2,noise=alls=14:allf=t:all_seed=1',
}

/** The clips of all measurements: real ones if the folder of media exists. */
export function usualClips(): Clip[] {
  if (!existsSync(media)) return Object.keys(generated).map(findClip)
  return [...Object.keys(real), 'dark'].map(findClip)
}

/** A clip by its name, by its name and start ("frog@3"), or by the path of a file. */
export function findClip(text: string): Clip {
  const [, name = text, start] = /^(.*)@([\d.]+)$/.exec(text) ?? []
  const known = real[text] ?? real[name]
  if (known !== undefined) {
    const { file, start: usual } = known
    return {
      name: text,
      path: join(media, file),
      startSeconds: Number(start ?? usual),
      key: basename(file, extname(file)),
    }
  }
  const startSeconds = Number(start ?? 0)
  if (name === 'dark') return { name: text, path: dark(), startSeconds, key: name }
  if (generated[name]) return { name: text, path: generate(name, generated[name]), startSeconds, key: name }
  if (!existsSync(name)) throw new Error(`There is no clip ${text}. Known: ${knownClips().join(', ')}`)
  const [path, title] = [resolve(name), basename(name, extname(name))]
  return { name: `${title}@${startSeconds}`, path, startSeconds, key: `${title}-${fingerprint(path)}` }
}

/** Distinguishes files of the same name, and a file from its earlier versions. */
function fingerprint(path: string): string {
  const { size, mtimeMs } = statSync(path)
  return createHash('sha256').update(`${path} ${size} ${mtimeMs}`).digest('hex').slice(0, 8)
}

/** The names that `findClip` knows. */
export function knownClips(): string[] {
  return [...(existsSync(media) ? [...Object.keys(real), 'dark'] : []), ...Object.keys(generated)]
}

function dark(): string {
  const grainy = [...['-t', '6', '-vf', darken], '-c:v', 'libx264', '-crf', '16']
  return kept('dark.mp4', (path) =>
    run('ffmpeg', ['-v', 'error', '-y', '-i', join(media, 'frog.mp4'), ...grainy, path]),
  )
}

function generate(name: string, source: string): string {
  const encode = [...['-t', '8', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'], '-crf', '16']
  return kept(`${name}.mp4`, (path) =>
    run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...encode, path]),
  )
}
