import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
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

/**
 * An interface that claims more than this is a tunnel to everywhere, not a network of neighbours; of it, only its
 * own address counts.
 */
const widestPrefixLengths = { ipv4: 16, ipv6: 48 }

/**
 * The networks that this machine is part of, as `address/length`. What is in them may have a public number and
 * still trust its neighbours, and the machine itself more than anyone.
 */
export function networksOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.flatMap(({ cidr }) => (cidr === null ? [] : [cidr])),
  )
}

/** Whether `ip` lies in one of `networks`, each an `address/length`. */
export function isInNetworks(ip: string, networks: readonly string[]): boolean {
  const address = ipaddr.parse(ip)
  return networks.some((network) => {
    const [own, length] = ipaddr.parseCIDR(network)
    if (own.kind() !== address.kind()) return false
    const isWide = length < widestPrefixLengths[own.kind()]
    return isWide ? own.toString() === address.toString() : address.match([own, length])
  })
}
