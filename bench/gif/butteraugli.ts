import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { decodeGif, pictureAt } from './decoded-gif.ts'
import type { Frames } from './frames.ts'

const program = 'butteraugli_main'
const looks = 5

/** Whether libjxl's measure of what the eye sees is at hand (Debian: libjxl-devtools). */
export const hasButteraugli = spawnSync(program).error === undefined

/** The mean 3-norm of five frames of a GIF against their sources; lower is better. */
export async function butteraugli(path: string, { width, height, fps, count, rgb }: Frames): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-bench-'))
  const gif = decodeGif(path)
  const [source, shown] = [join(folder, 'source.png'), join(folder, 'shown.png')]
  let sum = 0
  try {
    for (let look = 0; look < looks; look++) {
      const frame = Math.floor(((look + 0.5) * count) / looks)
      const size = width * height * 3
      const raw = { width, height }
      await sharp(rgb.subarray(frame * size, (frame + 1) * size), { raw: { ...raw, channels: 3 } }).toFile(
        source,
      )
      await sharp(pictureAt(gif, (frame + 0.5) / fps), { raw: { ...raw, channels: 4 } })
        .flatten()
        .toFile(shown)
      const said = execFileSync(program, [source, shown], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      sum += Number(/3-norm: ([\d.]+)/.exec(said)?.[1])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return sum / looks
}
