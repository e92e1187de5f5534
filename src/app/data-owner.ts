import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { databaseFile } from './data-folder.ts'

/**
 * The owner of DATA_DIR if this process is root and the owner is another user: the owner's service could not read files
 * that root creates there. Null if there is no such user. `sudo -u` accepts the result.
 */
export async function foreignOwner(config: Config): Promise<string | null> {
  if (process.getuid?.() !== 0) return null
  const { folder } = config.data
  for (const path of [databaseFile(config), join(folder, 'tmp'), folder]) {
    const uid = await stat(path).then(
      (found) => found.uid,
      () => 0,
    )
    if (uid !== 0) return userName(uid)
  }
  return null
}

async function userName(uid: number): Promise<string> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const entry = users.split('\n').find((line) => line.split(':')[2] === String(uid))
  return entry?.split(':')[0] ?? `#${uid}`
}
