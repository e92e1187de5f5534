import type { ChangeLog } from '../../catalogue/change-log.ts'

/**
 * The reason that a saved index with this version and history does not belong to the catalogue's past; null if it does.
 */
export async function whyUnusable(
  { epoch: history, version }: { epoch: string; version: number },
  changeLog: ChangeLog,
): Promise<string | null> {
  const now = await changeLog.position()
  if (version > now.version) return 'it is ahead of the database'
  if (version < now.oldest) return 'it is too far behind the database'
  return history === (await changeLog.historyAt(version)) ? null : 'it is of another history of the database'
}
