import type { Database } from '../adapters/db/shared/database.ts'
import { instanceSecret } from '../adapters/db/shared/instance.ts'
import { movedSentenceOf } from '../adapters/db/shared/moved.ts'
import type { Config } from '../config/config.ts'

/** The secret of the instance. Throws a sentence if the instance has moved to other settings. */
export async function openInstance(config: Config, db: Database['db']): Promise<string> {
  try {
    return await instanceSecret(db)
  } catch (error) {
    if (movedSentenceOf(error) === undefined) throw error
    // Loaded only here, since it needs both databases.
    const { endFilesMove } = await import('./move.ts')
    if (!(await endFilesMove(config))) throw toOperatorError(error)
    return instanceSecret(db)
  }
}

/** The message of an error for the operator: advice for the operator of a moved instance is not shown to clients. */
export function toOperatorError(error: unknown): unknown {
  const sentence = movedSentenceOf(error)
  return sentence === undefined ? error : new Error(sentence, { cause: error })
}
