import type { ChangeLog } from '../../catalogue/change-log.ts'

/** Why an index that was saved at a version of the catalogue, with this history, is not one of its past; null: it is. */
export async function whyUnusable(
  { epoch: history, version }: { epoch: string; version: number },
  changeLog: ChangeLog,
): Promise<string | null> {
  const now = await changeLog.position()
  if (version > now.version) return 'it is ahead of the database'
  if (version < now.oldest) return 'it is too far behind the database'
  return history === (await changeLog.historyAt(version)) ? null : 'it is of another history of the database'
}
