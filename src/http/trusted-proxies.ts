import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { plainAddress } from '../lib/net/client-key.ts'

/** Whether an address, in any spelling, is that of a proxy whose word counts. */
export type IsProxy = (address: string | undefined) => boolean

/** The proxies that the operator named, as addresses or ranges such as 10.0.0.0/8. */
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

const closeBy = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/**
 * Warns once when a proxy seems to stand in front and the operator did not name it: then all visitors count as one.
 * Anyone can send the header, so nothing is believed; the address is told only where it is no stranger's.
 */
export function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isTold = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
      isTold = true
      const address = plainAddress(request.socket.remoteAddress)
      const isClose = address !== null && closeBy.has(ipaddr.parse(address).range())
      app.log.warn(
        isClose ? { proxy: address } : {},
        'A request came with X-Forwarded-For, which is not believed: if it came by a proxy of yours, name that in TRUSTED_PROXIES, or all visitors share the limits of one address.',
      )
    }
    done()
  })
}
