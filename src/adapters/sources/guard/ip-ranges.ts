import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Azure's host agent: a public address that responds only inside its cloud. */
const metadataAddresses = new Set(['168.63.129.16'])

/** The part of IPv6 that is assigned publicly; the rest is private or unassigned. */
const publicIpv6 = ipaddr.parseCIDR('2000::/3')

/** The third quarter of an IPv6 address that marks an embedded IPv4 address (ISATAP), in any network. */
const isatapMarks = new Set(['0:5efe', '200:5efe'])

/**
 * Returns true if `ip` belongs to the public internet, so that visitors may have the service connect to it. IPv4
 * embedded in IPv6 (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is never public, and neither is text that is not a
 * plain IP address.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || metadataAddresses.has(ip)) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  const [, , , , high = 0, low = 0] = address.parts
  return address.match(publicIpv6) && !isatapMarks.has(`${high.toString(16)}:${low.toString(16)}`)
}

/**
 * An interface with a wider prefix is a tunnel to everywhere, not a local network; only its own address counts.
 */
const widestPrefixLengths = { ipv4: 16, ipv6: 48 }

/**
 * Returns the networks that this machine is part of, as `address/length`. Hosts in them may have public addresses and
 * still trust their neighbors, above all this machine.
 */
export function networksOfThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.flatMap(({ cidr }) => (cidr === null ? [] : [cidr])),
  )
}

/** Returns true if `ip` is in one of `networks`, each an `address/length`. */
export function isInNetworks(ip: string, networks: readonly string[]): boolean {
  const address = ipaddr.parse(ip)
  return networks.some((network) => {
    const [own, length] = ipaddr.parseCIDR(network)
    if (own.kind() !== address.kind()) return false
    const isWide = length < widestPrefixLengths[own.kind()]
    return isWide ? own.toString() === address.toString() : address.match([own, length])
  })
}
