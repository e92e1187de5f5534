import pino, { type Logger } from 'pino'
import { describeError, hideSecrets } from './log-lines.ts'

/** The part of pino that the program uses, so that a test can pass a silent one. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug' | 'child'>

/**
 * The log of the program: lines of JSON on standard output, or on another `descriptor`. Errors are told with what is known
 * to be safe of them, requests and answers never as they are; what looks like a secret in a line is taken out.
 */
export function createLog(level: string, descriptor = 1): Logger {
  const nothing = () => undefined
  return pino(
    {
      level,
      serializers: { err: describeError, req: nothing, res: nothing },
      hooks: { streamWrite: hideSecrets },
    },
    pino.destination(descriptor),
  )
}
