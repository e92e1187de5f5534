import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Azure's host agent: a public number that answers only inside its cloud. */
const metadataAddresses = new Set(['168.63.129.16'])

/** The part of IPv6 that is given out to the public; all else is private or not yet anyone's. */
const givenOutIpv6 = ipaddr.parseCIDR('2000::/3')

/** The third quarter of an IPv6 address under which ISATAP hides an IPv4 address, in any network. */
const isatapMarks = new Set(['0:5efe', '200:5efe'])

/**
 * Whether `ip` belongs to the public internet: a stranger may have us connect to it.
 * IPv4 inside IPv6 (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is never public, whatever it holds. Text that
 * is not a plain IP address is not public either.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || metadataAddresses.has(ip)) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  const [, , , , high = 0, low = 0] = address.parts
  return address.match(givenOutIpv6) && !isatapMarks.has(`${high.toString(16)}:${low.toString(16)}`)
}
