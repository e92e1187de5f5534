/** The signals that ask a process to end; SIGHUP comes when its terminal is closed. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A controller that the first of these signals aborts; the same signal again ends the process immediately. */
export function abortOnEndingSignal(): AbortController {
  const controller = new AbortController()
  outliveStandardError()
  for (const signal of endingSignals) process.once(signal, () => controller.abort())
  return controller
}

const ignore = () => undefined

/**
 * Keeps the process running when its standard error has no reader anymore, for example after its terminal was closed.
 */
export function outliveStandardError(): void {
  if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore)
}
