import pino, { type Logger } from 'pino'
import { LogDestination } from './log-destination.ts'
import { describeError, hideSecrets } from './log-lines.ts'

/** The part of pino that the program uses, so that a test can pass a silent log. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug' | 'child'>

/**
 * Creates the log of the program: lines of JSON on standard output, or on another `descriptor`. Only safe fields of
 * errors are logged, requests and responses never as objects, and secrets are removed from lines. Lines that cannot be
 * written are dropped and counted.
 */
export function createLog(level: string, descriptor = 1): Logger {
  const nothing = () => undefined
  return pino(
    {
      level,
      formatters: { level: (name) => ({ level: name }) },
      serializers: { err: describeError, req: nothing, res: nothing },
      hooks: { streamWrite: hideSecrets },
    },
    new LogDestination(descriptor, lossLine),
  )
}

/** Returns a warning in pino's format. */
function lossLine(lostLines: number): string {
  const line = {
    level: 'warn',
    time: Date.now(),
    lostLines,
    msg: 'lines of the log were lost',
  }
  return `${JSON.stringify(line)}\n`
}
