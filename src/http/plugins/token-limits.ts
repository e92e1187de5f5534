import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../../accounts/account.ts'
import { hashSecret } from '../../accounts/tokens.ts'
import type { Counter, Counters } from '../../cluster/counters.ts'
import { KeyedQueue } from '../../lib/keyed-queue.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { RateCounter } from '../../lib/rate-counter.ts'
import { rateLimited } from './rate-limited.ts'

/** Looks up a token; undefined if it is invalid. */
type FindViewer = () => Viewer | undefined | Promise<Viewer | undefined>

/**
 * Returns the viewer of a token, or undefined for a wrong one. A wrong token counts as one failed sign-in of its
 * address, even if it is sent repeatedly, as by an app with an old token. Throws AppError rate_limited beyond the
 * limit, except for tokens that were recently valid from this address.
 */
export type CheckToken = (
  request: FastifyRequest,
  token: string,
  find: FindViewer,
) => Viewer | undefined | Promise<Viewer | undefined>

const minuteMs = 60_000

/** The time for which all machines remember a valid token. */
const rightMs = 24 * 60 * minuteMs

/** The maximum number of tokens remembered as valid, and as wrong. */
const maxTokens = 10_000

/** The limit of wrong tokens; `signIns` counts the sign-in attempts of an address, up to `max`. */
export function tokenLimits(counters: Counters, signIns: Counter, max: number): CheckToken {
  const wrong = counters.exact({ name: 'wrong token', windowMs: minuteMs, maxKeys: maxTokens })
  const right = counters.exact({ name: 'right token', windowMs: rightMs, maxKeys: maxTokens })
  // The tokens known to this machine, so that a token costs a statement only if it is new here.
  const wrongHere = new RateCounter({ windowMs: minuteMs, maxKeys: maxTokens })
  // By size, since `max` would allocate space for all keys at once.
  const rightHere = new LRUCache<string, true>({ maxSize: maxTokens, sizeCalculation: () => 1 })
  const isKnownHere = (key: string) => rightHere.get(key) === true || wrongHere.peek(key, 0).remaining < 0
  const queue = new KeyedQueue()

  /** Returns true the first time in a while. */
  async function noteWrong(key: string): Promise<boolean> {
    wrongHere.add(key, 1)
    return (await wrong.add(key, 1)).remaining === 0
  }

  async function afterFinding(address: string, key: string, found: Viewer | undefined) {
    // Revoked.
    if (found === undefined && rightHere.delete(key) && (await noteWrong(key)))
      await signIns.add(address, max)
    return found
  }

  /**
   * Counts a token before it is looked up, so that simultaneous requests cannot evade the limit, and takes the count
   * back unless the token is wrong and new.
   */
  async function check(address: string, key: string, find: FindViewer): Promise<Viewer | undefined> {
    const { remaining, resetSeconds } = await signIns.add(address, max)
    if (remaining < 0) {
      for (const known of [right, wrong]) if ((await known.peek(key, 0)).remaining < 0) return find()
      throw rateLimited('Too many wrong tokens or sign-ins from this address', resetSeconds)
    }
    let isGuess = true
    try {
      const found = await find()
      if (found === undefined) isGuess = await noteWrong(key)
      else {
        isGuess = false
        rightHere.set(key, true)
        await right.add(key, 1)
      }
      return found
    } catch (error) {
      isGuess = false
      throw error
    } finally {
      if (!isGuess) await signIns.undo(address)
    }
  }

  return (request, token, find) => {
    const address = clientKey(request.ip)
    const key = `${address} ${hashSecret(token)}`
    const findKnown = () => {
      const found = find()
      if (found instanceof Promise) return found.then((viewer) => afterFinding(address, key, viewer))
      return found ?? afterFinding(address, key, found)
    }
    if (isKnownHere(key)) return findKnown()
    // One after another, so that simultaneous lookups for people at one address do not use up each other's limit.
    return queue.run(address, async () => (isKnownHere(key) ? findKnown() : check(address, key, find)))
  }
}
