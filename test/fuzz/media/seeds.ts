import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureFixtures } from '../../support/media/fixtures.ts'

export type Seeds = { videos: Map<string, Buffer>; pictures: Map<string, Buffer> }

/** Real clips next to the repository, if any: only seeds, of the long run. */
const realMedia = fileURLToPath(new URL('../../../../shared/media', import.meta.url))

/** Every fixture, and with `real` the real clips too, by name. */
export async function loadSeeds({ real = false } = {}): Promise<Seeds> {
  const fixtures = await ensureFixtures()
  const videos = await readFiles(fixtures)
  const pictures = await readFiles(join(fixtures, 'pictures'))
  // An animated picture is a video by itself.
  for (const [name, bytes] of pictures) if (name.startsWith('animated')) videos.set(name, bytes)
  if (real && (await exists(realMedia))) {
    for (const [name, bytes] of await readFiles(realMedia))
      if (!name.endsWith('.md')) videos.set(`real-${name}`, bytes)
    for (const [name, bytes] of await readFiles(join(realMedia, 'pictures')))
      pictures.set(`real-${name}`, bytes)
  }
  return { videos, pictures }
}

async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  const names = entries.map(({ name }) => name).toSorted()
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  )
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
