import { userInfo } from 'node:os'
import type { Config } from '../config/config.ts'
import { createLog } from '../lib/log/log.ts'

/** Logs a change made by a command. */
export type LogChange = (action: string, details?: Record<string, string | number | boolean>) => void

/**
 * Returns the logger for a command's changes on standard error, in the format of the operator's pages: standard output
 * is for the command's results.
 */
export function changeLog({ log }: Config): LogChange {
  const lines = createLog(log.level, 2)
  return (action, details = {}) =>
    lines.info(
      { ...details, admin: 'command line', user: userName(), action },
      'an operator changed something',
    )
}

/** The name of the system user, or the id of a user without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
