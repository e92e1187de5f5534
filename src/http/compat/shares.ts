import type { FastifyRequest } from 'fastify'
import type { Apps } from '../../accounts/apps/apps.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import type { CountedGif, UseKind } from '../../catalogue/discovery/use-counter.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { RateCounter } from '../../lib/rate-counter.ts'

/** Counts a use that a client reports, for trending. The client is told the same whether it counted or not. */
export type CountShare = (request: FastifyRequest, gif: CountedGif, kind?: UseKind) => void

type ShareOptions = {
  apps: Apps
  discovery: Discovery
  /** How many count in a minute from one address, unless they come with the key of an app; null: all of them. */
  perMinute: number | null
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

const windowMs = 60_000
const maxAddresses = 20_000

/** Discovery counts a viewer once per GIF and day; this bounds how many GIFs an address can raise in a minute. */
export function shareCounter({ apps, discovery, perMinute, now }: ShareOptions): CountShare {
  const counter = new RateCounter({ windowMs, maxKeys: maxAddresses, ...(now && { now }) })
  return ({ ip, viewer }, gif, kind = 'share') => {
    const { app } = viewer
    if (app !== undefined && kind === 'share') apps.countUse(app, 'shares')
    const isCapped = perMinute !== null && app === undefined
    if (isCapped && counter.add(clientKey(ip), perMinute).remaining < 0) return
    discovery.countUse(gif, kind, { address: ip, isPerson: true })
  }
}
