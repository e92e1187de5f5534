import { readFile, writeFile, mkdir } from 'node:fs/promises'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clip } from './clips.ts'
import { kept, run } from './kept.ts'

const targetBytes = 1e6

/** A GIF of about 1 MB of a clip: three seconds at 12 frames per second, as wide as that allows. */
export function gifOf({ key, path, startSeconds }: Clip): string {
  return kept(`import/${key}-${startSeconds}.gif`, (to) => {
    let width = 320
    for (let round = 0; round < 3; round++) {
      run('ffmpeg', [
        ...['-v', 'error', '-y', '-ss', String(startSeconds), '-t', '3', '-i', path, '-vf'],
        ...[`fps=12,scale=${width}:-2,split[a][b];[a]palettegen[p];[b][p]paletteuse`, '-f', 'gif', to],
      ])
      const { size } = statSync(to)
      if (Math.abs(size / targetBytes - 1) < 0.2) return
      width = Math.max(80, Math.min(800, 2 * Math.round((width * Math.sqrt(targetBytes / size)) / 2)))
    }
  })
}

/** `count` files, each that of a clip with a different comment in it. */
export async function makeLibrary(source: string, gifs: string[], count: number): Promise<void> {
  await mkdir(source)
  for (let index = 0; index < count; index++) {
    const bytes = await readFile(gifs[index % gifs.length]!)
    const text = Buffer.from(`number ${index}`)
    const comment = Buffer.concat([Buffer.of(0x21, 0xfe, text.length), text, Buffer.of(0, 0x3b)])
    const name = `clip ${index % gifs.length} ${index}.gif`
    await writeFile(join(source, name), Buffer.concat([bytes.subarray(0, -1), comment]))
  }
}
