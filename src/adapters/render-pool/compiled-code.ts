import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { makeFolder } from '../../lib/disk/folders.ts'

/**
 * The folder of what Node has compiled of a render process, inside that of what it has compiled of this one, so that
 * the same users can write it. Undefined where this process keeps none. Made when missing.
 */
export async function compiledCodeFolder(): Promise<string | undefined> {
  const own = getCompileCacheDir()
  if (own === undefined) return undefined
  const folder = join(own, 'render')
  return makeFolder(folder).then(
    () => folder,
    // It only saves time.
    () => undefined,
  )
}
