import { userInfo } from 'node:os'
import type { Config } from '../config/config.ts'
import { createLog } from '../lib/log/log.ts'

/** Logs a change that a command has made. */
export type LogChange = (action: string, details?: Record<string, string | number | boolean>) => void

/**
 * Returns what logs the changes of a command on standard error, in the form of those of the operator's pages: standard
 * output is for what the command prints.
 */
export function changeLog({ log }: Config): LogChange {
  const lines = createLog(log.level, 2)
  return (action, details = {}) =>
    lines.info(
      { ...details, admin: 'command line', user: userName(), action },
      'an operator changed something',
    )
}

/** The name of the system's user; the number of one without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
