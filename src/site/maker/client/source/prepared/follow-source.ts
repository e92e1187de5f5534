import type { SourceAnswer } from '../../../source-answer.ts'
import { problemOf, readSourceState, type SourceProblem } from './source-requests.ts'

/** How often the service is asked, at first and at most. */
const pollMs = { first: 300, last: 2000 }
const growth = 1.4

/**
 * Asks how a source stands until its preparation has ended; `onState` gets each answer. Gives the last one, or the
 * problem; null where the signal ended it. A lost connection is waited for.
 */
export async function followSource(
  address: string,
  signal: AbortSignal,
  onState: (source: SourceAnswer) => void,
): Promise<SourceAnswer | SourceProblem | null> {
  for (let delayMs = pollMs.first; ; delayMs = Math.min(pollMs.last, delayMs * growth)) {
    await pause(delayMs, signal)
    if (signal.aborted) return null
    const outcome = await readSourceState(address, signal).catch(() => null)
    if (signal.aborted) return null
    if (outcome === null || 'isCanceled' in outcome) continue
    if ('problem' in outcome) return outcome
    const { source } = outcome
    onState(source)
    if (source.status === 'error') return problemOf(source.error)
    if (source.status === 'done' && !source.isExtending) return source
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
