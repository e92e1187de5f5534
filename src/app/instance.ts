import type { Database } from '../adapters/db/shared/database.ts'
import { instanceSecret } from '../adapters/db/shared/instance.ts'
import { isMovedError } from '../adapters/db/shared/moved.ts'
import type { Config } from '../config/config.ts'

/** The secret of the instance. Throws AppError unavailable, with a sentence, for one that has moved to other settings. */
export async function openInstance(
  config: Pick<Config, 'data' | 'database' | 's3'>,
  db: Database['db'],
): Promise<string> {
  try {
    return await instanceSecret(db)
  } catch (error) {
    if (!isMovedError(error)) throw error
    // Loaded only here: it needs both databases.
    const { endFilesMove } = await import('./move.ts')
    if (!(await endFilesMove(config))) throw error
    return instanceSecret(db)
  }
}
