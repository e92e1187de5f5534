import { setTimeout as delay } from 'node:timers/promises'

export type PurgeHook = {
  url: string
  /** Sent as a bearer token; null to send none. */
  secret: string | null
}

/** Has a CDN forget URLs. Rejects if the CDN did not confirm that it will. */
export type PurgeUrls = (urls: readonly string[]) => Promise<void>

export const purgeLimits = {
  /** The longest that one try may take. */
  timeoutMs: 10_000,
  /** The pauses between tries. */
  pausesMs: [500, 2000],
}

/**
 * Posts `{"urls": […]}` to the hook of the operator, who alone chooses its address: it may be anywhere, even on this
 * machine. A try without an answer, or with one of 5xx or 429, is repeated; redirects are not followed.
 */
export function createPurgeHook({ url, secret }: PurgeHook, limits = purgeLimits): PurgeUrls {
  const headers = {
    'content-type': 'application/json',
    ...(secret !== null && { authorization: `Bearer ${secret}` }),
  }
  async function tryOnce(body: string): Promise<{ fault: Error | null; mayRetry: boolean }> {
    try {
      const signal = AbortSignal.timeout(limits.timeoutMs)
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      await answer.body?.cancel()
      if (answer.ok) return { fault: null, mayRetry: false }
      const fault = new Error(`PURGE_URL answered ${answer.status}`)
      return { fault, mayRetry: answer.status >= 500 || answer.status === 429 }
    } catch (cause) {
      return { fault: new Error('PURGE_URL could not be reached', { cause }), mayRetry: true }
    }
  }
  return async (urls) => {
    const body = JSON.stringify({ urls })
    for (let tries = 0; ; tries++) {
      const { fault, mayRetry } = await tryOnce(body)
      if (fault === null) return
      const pauseMs = limits.pausesMs[tries]
      if (!mayRetry || pauseMs === undefined) throw fault
      await delay(pauseMs)
    }
  }
}
