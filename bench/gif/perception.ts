import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { type DecodedGif, decodeGif, pictureAt } from './decoded-gif.ts'
import type { Frames } from './frames.ts'
import { keptValue } from './kept.ts'
import { runs } from './rival-encoders.ts'

const run = promisify(execFile)
const looks = 5
/** The number of programs that run at once. */
const atOnce = 2

/** The perceptual distance of a GIF from its frames, as a mean of five frames: lower is better. */
export type Perception = {
  /** The 3-norm of libjxl's butteraugli. */
  butteraugli: number
  /** libjxl's ssimulacra; 0 to 1. */
  ssimulacra: number
}

const debianPackage = 'libjxl-devtools'
const programs = ['butteraugli_main', 'ssimulacra_main'] as const
const areInstalled = () => programs.every((program) => spawnSync(program).error === undefined)

/**
 * Installs the missing programs that measure perception if this is allowed; returns instructions otherwise. Undefined:
 * they are installed.
 */
export function installPerception(): string | undefined {
  if (areInstalled()) return undefined
  const missing = `Perception is not measured: ${programs.join(' and ')} are missing.`
  if (process.getuid?.() === 0 && runs('apt-get')) {
    process.stderr.write(`installing ${debianPackage}\n`)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], { stdio: 'ignore' })
    if (areInstalled()) return undefined
    return `${missing} apt-get could not install ${debianPackage}: try "apt-get update" first.`
  }
  return `${missing} They are in Debian's package ${debianPackage}: "sudo apt-get install ${debianPackage}".`
}

/**
 * Measures a GIF against its frames, once: the figures are stored under its content hash and the hash of the frames.
 */
export async function measurePerception(path: string, frames: Frames, hash: string): Promise<Perception> {
  const gif = createHash('sha256').update(await readFile(path))
  const name = `perception/${gif.digest('hex').slice(0, 32)}-${hash}.json`
  return await keptValueLater(name, () => measure(decodeGif(path), frames))
}

async function keptValueLater<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const missing = Symbol('missing')
  try {
    return keptValue<Value>(name, () => {
      throw missing
    })
  } catch (error) {
    if (error !== missing) throw error
    const value = await make()
    return keptValue(name, () => value)
  }
}

async function measure(gif: DecodedGif, frames: Frames): Promise<Perception> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  try {
    const pairs = []
    for (let look = 0; look < looks; look++) {
      const frame = Math.floor(((look + 0.5) * frames.count) / looks)
      pairs.push(await writePair(folder, gif, frames, frame))
    }
    const butteraugli: number[] = []
    const ssimulacra: number[] = []
    const tasks = pairs.flatMap((pair) => [
      async () => void butteraugli.push(await ask('butteraugli_main', pair, /3-norm: ([\d.]+)/)),
      async () => void ssimulacra.push(await ask('ssimulacra_main', pair, /([\d.]+)/)),
    ])
    const work = async () => {
      for (let task = tasks.shift(); task; task = tasks.shift()) await task()
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return { butteraugli: mean(butteraugli), ssimulacra: mean(ssimulacra) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes a frame and the GIF's picture at its time as PNG; returns their paths. */
async function writePair(folder: string, gif: DecodedGif, frames: Frames, frame: number): Promise<string[]> {
  const { width, height, fps, rgb } = frames
  const size = width * height * 3
  const [source, shown] = [join(folder, `source${frame}.png`), join(folder, `shown${frame}.png`)]
  const pixels = rgb.subarray(frame * size, (frame + 1) * size)
  await sharp(pixels, { raw: { width, height, channels: 3 } }).toFile(source)
  const picture = pictureAt(gif, (frame + 0.5) / fps)
  await sharp(picture, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .toFile(shown)
  return [source, shown]
}

/** Runs a program, on any core; returns the number in its output. */
async function ask(program: (typeof programs)[number], pair: string[], answer: RegExp): Promise<number> {
  const words = canChooseCores ? ['taskset', '-c', '0-1023', program, ...pair] : [program, ...pair]
  const { stdout } = await run(words[0]!, words.slice(1))
  const value = Number(answer.exec(stdout)?.[1])
  if (Number.isNaN(value)) throw new Error(`${program} said: ${stdout}`)
  return value
}

const canChooseCores = runs('taskset', ['-c', '0-1023', 'true'])

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
