import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

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
