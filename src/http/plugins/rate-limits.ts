import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../accounts/apps/app-store.ts'
import type { Viewer } from '../../accounts/account.ts'
import { type Counter, type Counters, type FastCounter, LocalCounters } from '../../cluster/counters.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import type { Count } from '../../lib/rate-counter.ts'
import { rateLimited } from './rate-limited.ts'
import { type CheckToken, tokenLimits } from './token-limits.ts'

/** The calls of each kind allowed per minute, from an address and for an account with all its tokens. */
export type Rates = {
  creationsPerMinute: number
  accountCreationsPerMinute: number
  sizesPerMinute: number
  accountSizesPerMinute: number
  readsPerMinute: number
  accountReadsPerMinute: number
  searchesPerMinute: number
  accountSearchesPerMinute: number
  signInsPerMinute: number
  noticesPerMinute: number
  noticesPerDay: number
  exportsPerHour: number
  mediaPerMinute: number
}

type Kind = 'creation' | 'size' | 'search' | 'read' | 'signIn' | 'notice' | 'media'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The kind of the call; by default, a read. */
    rate?: Kind | ((request: FastifyRequest) => Kind)
  }
}

/** Limits how often clients may call. */
export type CallLimits = {
  /**
   * Counts a call: for the account of its token, for the app of its key, or for its address. Throws AppError
   * rate_limited beyond the limits; unavailable if it cannot be counted. Without a promise if it is counted in memory.
   */
  count(request: FastifyRequest, reply: FastifyReply, viewer: Viewer): void | Promise<void>
  checkToken: CheckToken
}

/** The factor from an account's limit to that of an address, so that an app can serve many people from one address. */
const accountsPerAddress = 10

const windowMs = 60_000

/** The maximum of counted clients for each kind of call; 4 MB per kind when full. */
const maxClients = 20_000

/** More apps than there can be. */
const maxApps = 10_000

const noLimits: CallLimits = {
  count: () => {},
  checkToken: (_request, _token, find) => find(),
}

/** The limits of an instance; null `rates` for no limits. */
export function callLimits(rates: Rates | null, counters: Counters = new LocalCounters()): CallLimits {
  if (rates === null) return noLimits
  const options = (name: string, maxKeys = maxClients) => ({ name, windowMs, maxKeys })
  const signIns = counters.exact(options('signIn'))
  const creations = counters.exact(options('creation'))
  const counts: Record<Kind, Counter | FastCounter> = {
    creation: creations,
    size: counters.exact(options('size')),
    signIn: signIns,
    notice: counters.exact(options('notice')),
    // Too many for a statement each.
    search: counters.exchanged(options('search')),
    read: counters.exchanged(options('read')),
    media: counters.exchanged(options('media')),
  }
  const ofAddress: Record<Kind, number> = {
    creation: rates.creationsPerMinute,
    size: rates.sizesPerMinute,
    search: rates.searchesPerMinute,
    read: rates.readsPerMinute,
    signIn: rates.signInsPerMinute,
    notice: rates.noticesPerMinute,
    media: rates.mediaPerMinute,
  }
  const ofAccount: Partial<Record<Kind, number>> = {
    creation: rates.accountCreationsPerMinute,
    size: rates.accountSizesPerMinute,
    search: rates.accountSearchesPerMinute,
    read: rates.accountReadsPerMinute,
  }
  const appCalls = counters.exchanged(options('app', maxApps))
  /** Null: the app has no rate of its own, and its calls count for the addresses they come from. */
  const rateOfApp = ({ ratePerMinute }: App, kind: Kind) =>
    kind === 'creation' ? rates.accountCreationsPerMinute : ratePerMinute

  return {
    checkToken: tokenLimits(counters, signIns, rates.signInsPerMinute),
    count(request, reply, { account, app }) {
      const { rate = 'read' } = request.route.config
      const kind = typeof rate === 'function' ? rate(request) : rate
      const own = app === undefined ? null : rateOfApp(app, kind)
      if (app !== undefined && own !== null) {
        const count = (kind === 'creation' ? creations : appCalls).add(`app ${app.id}`, own)
        return use(count, (count) => report(reply, kind, count, own, 'Too many calls for this app'))
      }
      const address = clientKey(request.ip)
      const accountMax = ofAccount[kind]
      if (account === null || accountMax === undefined) {
        const max = ofAddress[kind]
        const count = counts[kind].add(address, max)
        return use(count, (count) => report(reply, kind, count, max, 'Too many calls from this address'))
      }
      const sharedMax = accountsPerAddress * accountMax
      return use(counts[kind].add(`accounts at ${address}`, sharedMax), (shared) => {
        refuse(reply, shared, sharedMax, 'Too many calls from this address')
        return use(counts[kind].add(`account ${account.id}`, accountMax), (count) =>
          report(reply, kind, count, accountMax, 'Too many calls for this account'),
        )
      })
    },
  }
}

/** Uses a count immediately if it is available: most calls are counted in memory, and a promise would cost more. */
function use(
  count: Count | Promise<Count>,
  then: (count: Count) => void | Promise<void>,
): void | Promise<void> {
  return count instanceof Promise ? count.then(then) : then(count)
}

/** Sends the number of remaining creations in headers; other responses may be cached. */
function report(reply: FastifyReply, kind: Kind, count: Count, max: number, message: string): void {
  refuse(reply, count, max, message)
  if (kind === 'creation') reply.headers(rateHeaders(count, max))
}

function refuse(reply: FastifyReply, count: Count, max: number, message: string): void {
  if (count.remaining >= 0) return
  reply.headers(rateHeaders(count, max))
  throw rateLimited(message, count.resetSeconds)
}

function rateHeaders({ remaining, resetSeconds }: Count, max: number): Record<string, string> {
  return {
    'ratelimit-limit': String(max),
    'ratelimit-remaining': String(Math.max(0, remaining)),
    'ratelimit-reset': String(resetSeconds),
  }
}
