/** The cause of a failure: the connection, the rate limit, or the key. */
export type LoadFault = 'failed' | 'busy' | 'refused'

export class LoadError extends Error {
  readonly fault: LoadFault

  constructor(fault: LoadFault) {
    super(fault)
    this.fault = fault
  }
}

const keptMs = 5 * 60_000
const maxKept = 80
const timeoutMs = 15_000

const kept = new Map<string, { answer: Promise<unknown>; until: number }>()

/**
 * Loads the JSON at an address. Answers are cached for some minutes for all pickers of the page; the instance's cookies are
 * never sent. Rejects with a LoadError.
 */
export function loadJson<T>(address: string): Promise<T> {
  const known = kept.get(address)
  if (known !== undefined && known.until > Date.now()) return known.answer as Promise<T>
  const answer = fetchJson(address)
  kept.delete(address)
  kept.set(address, { answer, until: Date.now() + keptMs })
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  answer.catch(() => kept.delete(address))
  return answer as Promise<T>
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address, {
    credentials: 'omit',
    referrerPolicy: 'strict-origin-when-cross-origin',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new LoadError('failed')
  })
  if (response.status === 429 || response.status === 503) throw new LoadError('busy')
  if ([400, 401, 403].includes(response.status)) throw new LoadError('refused')
  if (!response.ok) throw new LoadError('failed')
  return response.json().catch(() => {
    throw new LoadError('failed')
  })
}
