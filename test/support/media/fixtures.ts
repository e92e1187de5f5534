import { createHash } from 'node:crypto'
import { access, readFile, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { makeFixtures } from '../../../scripts/fixtures.ts'

const cache = fileURLToPath(new URL('../../../.cache', import.meta.url))
const makers = ['fixtures.ts', 'fixture-pictures.ts']

let folder: Promise<string> | undefined

/** The folder of the media fixtures: made when it is missing or older than the scripts that make it. */
export function ensureFixtures(): Promise<string> {
  folder ??= findOrMake()
  return folder
}

async function findOrMake(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of makers) hash.update(await readFile(new URL(`../../../scripts/${name}`, import.meta.url)))
  const path = `${cache}/fixtures-${hash.digest('hex').slice(0, 12)}`
  if (await exists(path)) return path
  // Several test processes may find it missing at once: the first that has finished wins.
  const own = `${path}.${process.pid}`
  await makeFixtures(own)
  await rename(own, path).catch(() => rm(own, { recursive: true }))
  return path
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
