import { isIP } from 'node:net'
import type { Resolve } from './address-guard.ts'

const freshMs = 60_000
/** A hanging resolver must not delay fetches from other hosts. */
const maxLookUpMs = 5000

/**
 * Returns the IP addresses that the hosts of this service resolve to, looked up at most once a minute. While a lookup
 * fails, the previous ones stay; the guard refuses the names themselves in any case.
 */
export function ownAddresses(
  hosts: readonly string[],
  resolve: Resolve,
  now: () => number = () => performance.now(),
): () => Promise<string[]> {
  const known = new Map<string, string[]>()
  let lookedUpAt = -Infinity
  let lookUp: Promise<unknown> = Promise.resolve()

  const renew = async (host: string) => {
    const timeout = AbortSignal.timeout(maxLookUpMs)
    const ended = new Promise<null>((end) =>
      timeout.addEventListener('abort', () => end(null), { once: true }),
    )
    const found = await Promise.race([resolve(host).catch(() => null), ended])
    if (found !== null)
      known.set(
        host,
        found.map(({ address }) => address),
      )
  }

  return async () => {
    if (now() - lookedUpAt > freshMs) {
      lookedUpAt = now()
      lookUp = Promise.all(hosts.filter((host) => isIP(host) === 0).map(renew))
    }
    await lookUp
    return hosts.flatMap((host) => (isIP(host) === 0 ? (known.get(host) ?? []) : [host]))
  }
}
