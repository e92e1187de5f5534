import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { randomId } from '#src/lib/ids.ts'
import { makeFixtures } from '../../../scripts/fixtures.ts'
import { shareStart } from '../share-start.ts'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../../.cache', import.meta.url))
const makers = ['fixtures.ts', 'fixture-pictures.ts']

let made = 0

/** Returns the folder of the media fixtures, which is made if it is missing or older than the scripts that make it. */
export const ensureFixtures = shareStart(findOrMake)

/** The file that ffmpeg makes with these arguments, cached after the first run: it must not be changed. */
export async function ffmpegOnce(args: readonly string[], extension: string): Promise<string> {
  const folder = join(await ensureFixtures(), 'made')
  const hash = createHash('sha256').update(JSON.stringify(args))
  const path = join(folder, `${hash.digest('hex').slice(0, 16)}.${extension}`)
  if (await exists(path)) return path
  await mkdir(folder, { recursive: true })
  const own = join(folder, `${process.pid}-${(made += 1)}.${extension}`)
  await run('ffmpeg', ['-nostdin', '-v', 'error', ...args, own])
  await rename(own, path)
  return path
}

async function findOrMake(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of makers) hash.update(await readFile(new URL(`../../../scripts/${name}`, import.meta.url)))
  return cachedFolder(`fixtures-${hash.digest('hex').slice(0, 12)}`, makeFixtures)
}

/** The folder of this name in the cache, filled by `make` when it is missing. */
export async function cachedFolder(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const path = `${cache}/${name}`
  if (await exists(path)) return path
  // Several tests may find it missing at once: the first that finishes wins.
  const own = `${path}.${randomId(8)}`
  await make(own)
  await rename(own, path).catch(() => rm(own, { recursive: true }))
  return path
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
