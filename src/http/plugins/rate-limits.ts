import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '../../accounts/apps/app.ts'
import type { Viewer } from '../../accounts/account.ts'
import { hashSecret } from '../../accounts/tokens.ts'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { type Count, RateCounter } from '../../lib/rate-counter.ts'

/** How many calls of each kind are allowed in a minute, from an address and for an account with all its tokens. */
export type Rates = {
  creationsPerMinute: number
  accountCreationsPerMinute: number
  readsPerMinute: number
  accountReadsPerMinute: number
  searchesPerMinute: number
  accountSearchesPerMinute: number
  signInsPerMinute: number
  noticesPerMinute: number
  noticesPerDay: number
  mediaPerMinute: number
}

type Kind = 'creation' | 'search' | 'read' | 'signIn' | 'notice' | 'media'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the call; a read unless set. */
    rate?: Kind | ((request: FastifyRequest) => Kind)
  }
}

/** Limits how often clients may call. `count` and `checkToken` throw AppError rate_limited beyond the limits. */
export type CallLimits = {
  /** Counts a call: with a token for its account, with the key of an app for the app, otherwise for its address. */
  count(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): void
  /** Called before a token is looked up. Tokens that were right a while ago are always allowed. */
  checkToken(request: FastifyRequest, token: string): void
  tokenWasRight(request: FastifyRequest, token: string): void
  /** Counts as a failed sign-in. A token that is sent repeatedly, as by an app with an old one, counts once. */
  tokenWasWrong(request: FastifyRequest, token: string): void
}

/** The limit of an address in limits of an account, so that an app can serve many people from one address. */
const accountsPerAddress = 10

const windowMs = 60_000

/** Clients whose calls are counted, for each kind of call; 4 MB for each kind when full. */
const maxClients = 20_000

/** More than there can be. */
const maxApps = 10_000

/** Tokens that are remembered as right, and as wrong. */
const maxTokens = 10_000

const noLimits: CallLimits = {
  count: () => {},
  checkToken: () => {},
  tokenWasRight: () => {},
  tokenWasWrong: () => {},
}

/**
 * The limits of one process; `rates` null for none. Counts are lost at a restart. `now` is a monotonic clock in
 * milliseconds.
 */
export function callLimits(rates: Rates | null, now?: () => number): CallLimits {
  if (rates === null) return noLimits
  const counter = (maxKeys: number) => new RateCounter({ windowMs, maxKeys, ...(now && { now }) })
  const counts: Record<Kind, RateCounter> = {
    creation: counter(maxClients),
    search: counter(maxClients),
    read: counter(maxClients),
    signIn: counter(maxClients),
    notice: counter(maxClients),
    media: counter(maxClients),
  }
  const wrongTokens = counter(maxTokens)
  const ofAddress: Record<Kind, number> = {
    creation: rates.creationsPerMinute,
    search: rates.searchesPerMinute,
    read: rates.readsPerMinute,
    signIn: rates.signInsPerMinute,
    notice: rates.noticesPerMinute,
    media: rates.mediaPerMinute,
  }
  const ofAccount: Partial<Record<Kind, number>> = {
    creation: rates.accountCreationsPerMinute,
    search: rates.accountSearchesPerMinute,
    read: rates.accountReadsPerMinute,
  }
  const appCalls = counter(maxApps)
  /** Null: the app has no rate of its own, and its calls count for the addresses that they come from. */
  const rateOfApp = ({ ratePerMinute }: App, kind: Kind) =>
    kind === 'creation' ? rates.accountCreationsPerMinute : ratePerMinute
  const rightTokens = new LRUCache<string, true>({ max: maxTokens })

  return {
    count(request, reply, { account, app }) {
      const { rate = 'read' } = request.route.config
      const kind = typeof rate === 'function' ? rate(request) : rate
      const own = app === undefined ? null : rateOfApp(app, kind)
      if (app !== undefined && own !== null) {
        const count = (kind === 'creation' ? counts.creation : appCalls).add(`app ${app.id}`, own)
        return report(reply, kind, count, own, 'Too many calls for this app')
      }
      const address = clientKey(request.ip)
      const accountMax = ofAccount[kind]
      if (account === null || accountMax === undefined) {
        const count = counts[kind].add(address, ofAddress[kind])
        return report(reply, kind, count, ofAddress[kind], 'Too many calls from this address')
      }
      const shared = counts[kind].add(`accounts at ${address}`, accountsPerAddress * accountMax)
      refuse(reply, shared, accountsPerAddress * accountMax, 'Too many calls from this address')
      const count = counts[kind].add(`account ${account.id}`, accountMax)
      report(reply, kind, count, accountMax, 'Too many calls for this account')
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

/** Tells clients how many creations are left, in headers; other answers may be cached. */
function report(reply: FastifyReply, kind: Kind, count: Count, max: number, message: string): void {
  refuse(reply, count, max, message)
  if (kind === 'creation') reply.headers(rateHeaders(count, max))
}

function refuse(reply: FastifyReply, count: Count, max: number, message: string): void {
  if (count.remaining >= 0) return
  reply.headers(rateHeaders(count, max))
  throw tooMany(message, count.resetSeconds)
}

function rateHeaders({ remaining, resetSeconds }: Count, max: number): Record<string, string> {
  return {
    'ratelimit-limit': String(max),
    'ratelimit-remaining': String(Math.max(0, remaining)),
    'ratelimit-reset': String(resetSeconds),
  }
}

function tooMany(message: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `${message}; try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}
