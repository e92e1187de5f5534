import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../../accounts/account.ts'
import { hashSecret } from '../../accounts/tokens.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { type Count, RateCounter } from '../../lib/rate-counter.ts'

/** How often one may call in a minute, by what the call is: an address, and an account by all its tokens together. */
export type Rates = {
  creationsPerMinute: number
  accountCreationsPerMinute: number
  readsPerMinute: number
  accountReadsPerMinute: number
  searchesPerMinute: number
  accountSearchesPerMinute: number
  signInsPerMinute: number
  reportsPerMinute: number
  mediaPerMinute: number
}

type Kind = 'creation' | 'search' | 'read' | 'signIn' | 'report' | 'media'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the call counts as; a read unless set. */
    rate?: Kind | ((request: FastifyRequest) => Kind)
  }
}

/** Bounds how often clients may call. Every method throws AppError rate_limited when it was too often. */
export type CallLimits = {
  /** Counts a call: with a token for its account, otherwise for its address. */
  count(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): void
  /** Asked before a token is looked up. Tokens that were right a while ago may always be used. */
  checkToken(request: FastifyRequest, token: string): void
  tokenWasRight(request: FastifyRequest, token: string): void
  /** Counts as a sign-in that failed. One that is sent again and again is one guess: an app with an old token. */
  tokenWasWrong(request: FastifyRequest, token: string): void
}

/** An app that serves many people from one address has so many accounts' share there, and not any number. */
const accountsPerAddress = 10

const windowMs = 60_000

/** Clients of which calls are counted, for each kind of call; 4 MB for each when full. */
const maxClients = 20_000

/** Tokens of which it is remembered that they were right, or wrong. */
const maxTokens = 10_000

const noLimits: CallLimits = {
  count: () => {},
  checkToken: () => {},
  tokenWasRight: () => {},
  tokenWasWrong: () => {},
}

/**
 * The limits of one process; `rates` null for none. What is counted is forgotten when it ends. `now` is a clock in
 * milliseconds that never jumps.
 */
export function callLimits(rates: Rates | null, now?: () => number): CallLimits {
  if (rates === null) return noLimits
  const counter = (maxKeys: number) => new RateCounter({ windowMs, maxKeys, ...(now && { now }) })
  const counts: Record<Kind, RateCounter> = {
    creation: counter(maxClients),
    search: counter(maxClients),
    read: counter(maxClients),
    signIn: counter(maxClients),
    report: counter(maxClients),
    media: counter(maxClients),
  }
  const wrongTokens = counter(maxTokens)
  const ofAddress: Record<Kind, number> = {
    creation: rates.creationsPerMinute,
    search: rates.searchesPerMinute,
    read: rates.readsPerMinute,
    signIn: rates.signInsPerMinute,
    report: rates.reportsPerMinute,
    media: rates.mediaPerMinute,
  }
  const ofAccount: Partial<Record<Kind, number>> = {
    creation: rates.accountCreationsPerMinute,
    search: rates.accountSearchesPerMinute,
    read: rates.accountReadsPerMinute,
  }
  const rightTokens = new LRUCache<string, true>({ max: maxTokens })

  return {
    count(request, reply, { account }) {
      const { rate = 'read' } = request.routeOptions.config
      const kind = typeof rate === 'function' ? rate(request) : rate
      const address = clientKey(request.ip)
      const accountMax = ofAccount[kind]
      if (account === null || accountMax === undefined) {
        const count = counts[kind].add(address, ofAddress[kind])
        return tell(reply, kind, count, ofAddress[kind], 'Too many calls from this address')
      }
      const shared = counts[kind].add(`accounts at ${address}`, accountsPerAddress * accountMax)
      refuse(reply, shared, accountsPerAddress * accountMax, 'Too many calls from this address')
      const count = counts[kind].add(`account ${account.id}`, accountMax)
      tell(reply, kind, count, accountMax, 'Too many calls for this account')
    },
    checkToken(request, token) {
      const address = clientKey(request.ip)
      if (rightTokens.get(tokenKey(address, token)) === true) return
      const { remaining, resetSeconds } = counts.signIn.peek(address, rates.signInsPerMinute)
      if (remaining > 0 || wrongTokens.peek(tokenKey(address, token), 0).remaining < 0) return
      throw tooMany('Too many wrong tokens or sign-ins from this address', resetSeconds)
    },
    tokenWasRight(request, token) {
      const key = tokenKey(clientKey(request.ip), token)
      if (rightTokens.get(key) === undefined) rightTokens.set(key, true)
    },
    tokenWasWrong(request, token) {
      const address = clientKey(request.ip)
      if (wrongTokens.add(tokenKey(address, token), 1).remaining === 0)
        counts.signIn.add(address, rates.signInsPerMinute)
    },
  }
}

function tokenKey(address: string, token: string): string {
  return `${address} ${hashSecret(token)}`
}

/** Says in the headers of a creation how many more there may be; other answers may be kept by a cache. */
function tell(reply: FastifyReply, kind: Kind, count: Count, max: number, words: string): void {
  refuse(reply, count, max, words)
  if (kind === 'creation') reply.headers(rateHeaders(count, max))
}

function refuse(reply: FastifyReply, count: Count, max: number, words: string): void {
  if (count.remaining >= 0) return
  reply.headers(rateHeaders(count, max))
  throw tooMany(words, count.resetSeconds)
}

function rateHeaders({ remaining, resetSeconds }: Count, max: number): Record<string, string> {
  return {
    'ratelimit-limit': String(max),
    'ratelimit-remaining': String(Math.max(0, remaining)),
    'ratelimit-reset': String(resetSeconds),
  }
}

function tooMany(words: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `${words}; try again in ${retryAfterSeconds} s.`, { retryAfterSeconds })
}
