import type { SourceAnswer } from '../../../source-answer.ts'

const json = { accept: 'application/json' }

/** The sentence to show; '' where the service said nothing. `isFinal`: no GIF can be made of the source either. */
export type SourceProblem = { problem: string; isFinal: boolean }

/** What the service said of a source. */
export type SourceOutcome = { source: SourceAnswer } | SourceProblem | { isCanceled: true }

const finalCodes = new Set([
  'invalid_value',
  'too_large',
  'source_refused',
  'source_unreachable',
  'source_not_found',
  'source_too_large',
  'source_unsupported',
  'media_unsupported',
  'media_broken',
  'media_too_large',
])

export function problemOf(error: { code?: string; message?: string } | null | undefined): SourceProblem {
  return {
    problem: error?.message?.replaceAll('`', '') ?? '',
    isFinal: finalCodes.has(error?.code ?? ''),
  }
}

/** Sends a link or a file ahead; `progress` gets the share of the bytes that were sent. */
export function sendAhead(
  address: string,
  sent: { url: string } | { file: File } | { picture: File },
  { signal, progress }: { signal: AbortSignal; progress: (share: number) => void },
): Promise<SourceOutcome> {
  const data = new FormData()
  for (const [name, value] of Object.entries(sent)) data.append(name, value)
  // fetch does not tell how much was sent.
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    const lost = () => resolve(signal.aborted ? { isCanceled: true } : problemOf(null))
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total === 0 ? 0 : loaded / total),
    )
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, lost)
    request.addEventListener('load', () => resolve(readOutcome(request.status, request.responseText)))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', address)
    request.setRequestHeader('Accept', json.accept)
    request.send(data)
  })
}

/** Asks how a source stands. Rejects where the service cannot be reached. */
export async function readSourceState(address: string, signal: AbortSignal): Promise<SourceOutcome> {
  const response = await fetch(address, { headers: json, signal })
  return readOutcome(response.status, await response.text())
}

/** Asks for a longer preview, of at least so many seconds. Rejects where the service cannot be reached. */
export async function askForMore(
  address: string,
  seconds: number | null,
  signal: AbortSignal,
): Promise<SourceOutcome> {
  const body = new URLSearchParams(seconds === null ? {} : { seconds: String(seconds) })
  const response = await fetch(`${address}/more`, { method: 'POST', headers: json, body, signal })
  return readOutcome(response.status, await response.text())
}

/** Has a source removed that nothing was made of; where that fails, its time ends by itself. */
export function discardSource(address: string): void {
  void fetch(`${address}/discard`, { method: 'POST', headers: json, keepalive: true }).catch(() => undefined)
}

function readOutcome(status: number, text: string): SourceOutcome {
  try {
    const answer = JSON.parse(text) as SourceAnswer
    return status < 300 ? { source: answer } : problemOf(answer.error)
  } catch {
    return problemOf(null)
  }
}
