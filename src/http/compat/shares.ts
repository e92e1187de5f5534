import type { FastifyRequest } from 'fastify'
import type { Apps } from '../../accounts/apps/apps.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import type { CountedGif, UseKind } from '../../catalogue/discovery/use-counter.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { RateCounter } from '../../lib/rate-counter.ts'

/** Counts a use reported by a client, for trending. The client gets the same response whether it counted or not. */
export type CountShare = (request: FastifyRequest, gif: CountedGif, kind?: UseKind) => void

type ShareOptions = {
  apps: Apps
  discovery: Discovery
  /** The maximum number per minute from one address without an app key; null: no limit. */
  perMinute: number | null
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

const windowMs = 60_000
const maxAddresses = 20_000

/** Discovery counts a viewer once per GIF and day; this limits how many GIFs an address can promote per minute. */
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
