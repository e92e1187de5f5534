import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { mainRenditions, renditionKey } from '#src/media/rendition.ts'

const program = fileURLToPath(new URL('../../bin/gifwright.mjs', import.meta.url))

/** The bytes of the files of one GIF, about as the service makes them. */
const meanBytes = { gif: 70_000, mp4: 40_000, webp: 45_000, thumb: 8_000 }

/**
 * Fills a data folder with the given number of GIFs by `gifwright demo`, and makes them share the given number of sets
 * of different files instead of one.
 */
export async function makeInstance(
  settings: { DATA_DIR: string },
  { gifs, media }: { gifs: number; media: number },
): Promise<void> {
  execFileSync(process.execPath, [program, 'demo', '--gifs', String(gifs)], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const idOf = (number: number) => `bench${String(number).padStart(7, '0')}`
  const noise = randomBytes(2 ** 20)
  for (let number = 0; number < media; number++) {
    for (const name of mainRenditions) {
      const path = join(settings.DATA_DIR, 'media', renditionKey(idOf(number), name))
      if (name === mainRenditions[0]) await mkdir(join(path, '..'), { recursive: true })
      const bytes = Math.round(meanBytes[name] * (0.5 + Math.random()))
      const start = Math.floor(Math.random() * (noise.length - bytes))
      await writeFile(path, [`${idOf(number)} ${name} `, noise.subarray(start, start + bytes)])
    }
  }
  const db = new DatabaseSync(join(settings.DATA_DIR, 'gifwright.db'))
  db.prepare(`update gif set media_id = 'bench' || substr('0000000' || (id % ?), -7)`).run(media)
  db.close()
}
