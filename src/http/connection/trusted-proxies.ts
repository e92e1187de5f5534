import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { plainAddress } from '../../lib/net/client-key.ts'

/** Returns true if an address, in any notation, is a trusted proxy. */
export type IsProxy = (address: string | undefined) => boolean

/** Matches the operator's proxies, given as addresses or ranges such as 10.0.0.0/8. */
export function trustedProxies(ranges: readonly string[]): IsProxy {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    if (bits === undefined) list.addAddress(plainAddress(address) ?? address, familyOf(plainAddress(address)))
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = plainAddress(address)
    return plain !== null && list.check(plain, familyOf(plain))
  }
}

function familyOf(address: string | null): 'ipv4' | 'ipv6' {
  return isIP(address ?? '') === 6 ? 'ipv6' : 'ipv4'
}

const localRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/**
 * Warns once if requests seem to come through a proxy that is not configured, in which case all visitors count as one.
 * Any client can send the header, so it is not trusted; the address is logged only if it is local.
 */
export function warnOfUnnamedProxy(app: FastifyInstance): void {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      const address = plainAddress(request.socket.remoteAddress)
      const isLocal = address !== null && localRanges.has(ipaddr.parse(address).range())
      app.log.warn(
        isLocal ? { proxy: address } : {},
        'A request came with X-Forwarded-For, which is not believed: if it came by a proxy of yours, name that in TRUSTED_PROXIES, or all visitors share the limits of one address.',
      )
    }
    done()
  })
}
