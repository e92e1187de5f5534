import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { databaseFile } from './data-folder.ts'

/**
 * The user that DATA_DIR belongs to where this process is root and the user is another one: what root makes there, the
 * service of that user cannot read. Null where there is no such user. A `sudo -u` takes the result.
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
