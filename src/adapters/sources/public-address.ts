import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Azure's host agent: a public number that answers only inside its cloud. */
const metadataAddresses = new Set(['168.63.129.16'])

/** The part of IPv6 that is given out to the public; all else is private or not yet anyone's. */
const givenOutIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether `ip` belongs to the public internet: a stranger may have us connect to it.
 * IPv4 inside IPv6 (mapped, compatible, NAT64, 6to4, Teredo) is never public, whatever it holds. Text that is
 * not a plain IP address is not public either.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || metadataAddresses.has(ip)) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(givenOutIpv6)
}
