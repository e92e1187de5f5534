/** The signals that ask a process to end; SIGHUP comes when its terminal is closed. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A controller that the first of these signals aborts; the same one again ends the process at once. */
export function abortOnEndingSignal(): AbortController {
  const controller = new AbortController()
  // With its terminal, what the process says is gone; it still ends in order.
  process.stderr.on('error', () => undefined)
  for (const signal of endingSignals) process.once(signal, () => controller.abort())
  return controller
}
