import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SignOnSecrets } from './sign-on-provider.ts'

/** The time limit for a person at the provider. */
const flowValidMs = 15 * 60_000

/** Clocks of two machines differ by less. */
const skewMs = 60_000

/** Used states that are remembered until they expire. */
const maxUsedStates = 20_000

/** The whole cookie must fit into the 4096 bytes that browsers store. */
const maxNextLength = 2000

/** A sign-in at the provider that has begun in a browser. */
export type SignOnFlow = SignOnSecrets & {
  /** `link` and `confirm` are for the session `sessionId`. */
  purpose: 'sign-in' | 'link' | 'confirm'
  sessionId: number | null
  /** The path to go to afterwards. */
  next: string
  startedAt: number
}

export type SignOnFlows = {
  /** The validity of a cookie. */
  readonly validMs: number
  /** Begins a flow; `cookie` binds it to the browser that began it. */
  start(flow: Pick<SignOnFlow, 'purpose' | 'sessionId' | 'next'>): { flow: SignOnFlow; cookie: string }
  /**
   * The flow that an answer with `state` ends, once. Throws AppError invalid_value when it began in another browser, ended
   * before or has expired.
   */
  finish(cookie: string, state: string): SignOnFlow
}

/**
 * Keeps flows in signed cookies, so that neither visitors nor restarts cost anything. `secret` is the instance's
 * secret.
 */
export function signOnFlows({ secret, clock }: { secret: string; clock: Clock }): SignOnFlows {
  // By size, since `max` would allocate the places of all states at once.
  const used = new LRUCache<string, true>({
    maxSize: maxUsedStates,
    sizeCalculation: () => 1,
    ttl: flowValidMs,
  })
  const sign = (text: string) =>
    createHmac('sha256', secret).update(`sign-on flow\n${text}`).digest('base64url')

  function read(cookie: string): SignOnFlow | undefined {
    const [text = '', signature = ''] = cookie.split('.')
    const right = Buffer.from(sign(text))
    const given = Buffer.from(signature)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
    // Written by `start`, as its signature says.
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as SignOnFlow
  }

  return {
    validMs: flowValidMs,
    start({ purpose, sessionId, next }) {
      const flow: SignOnFlow = {
        state: randomText(),
        nonce: randomText(),
        verifier: randomText(),
        purpose,
        sessionId,
        next: next.length > maxNextLength ? '/' : next,
        startedAt: clock.now(),
      }
      const text = Buffer.from(JSON.stringify(flow)).toString('base64url')
      return { flow, cookie: `${text}.${sign(text)}` }
    },
    finish(cookie, state) {
      const flow = read(cookie)
      const ageMs = flow === undefined ? Infinity : clock.now() - flow.startedAt
      const isLive = flow !== undefined && flow.state === state && ageMs >= 0 && ageMs < flowValidMs
      if (!isLive || used.has(flow.state)) throw staleSignOn()
      used.set(flow.state, true)
      return flow
    },
  }
}

/** Returns true if the person was authenticated after the flow began, as a flow that confirms a session requires. */
export function isFresh({ startedAt }: SignOnFlow, authenticatedAt: number | null): boolean {
  return authenticatedAt !== null && authenticatedAt >= startedAt - skewMs
}

/** The error of an answer that ends no flow of this browser. */
export function staleSignOn(cause?: unknown): AppError {
  return new AppError('invalid_value', { detail: 'signInExpired' }, cause === undefined ? {} : { cause })
}

/** The challenge that commits to a verifier (RFC 7636, S256). */
export function pkceChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}
