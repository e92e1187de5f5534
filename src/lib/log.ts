import type { Logger } from 'pino'

/** The part of pino that the program uses, so that a test can pass a silent one. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug' | 'child'>
