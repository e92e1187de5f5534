import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All text that is no address counts as one client. */
const unknown = 'unknown'
/** Of an IPv6 address: the /64 is what one person is given at least, and can change addresses within at will. */
const groupsOfNetwork = 4

/**
 * The client that an address stands for, wherever clients are counted: an IPv4 address for itself, also where it is
 * written as IPv6, and an IPv6 address for its /64.
 */
export function clientKey(address: string | undefined): string {
  const plain = plainAddress(address)
  if (plain === null) return unknown
  if (isIP(plain) === 4) return plain
  const network = ipaddr.IPv6.parse(plain).parts.slice(0, groupsOfNetwork)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/**
 * An address as a socket or a proxy writes it (in brackets, with a port, IPv4 as IPv6) in one spelling per family;
 * null when it is none.
 */
export function plainAddress(text: string | undefined): string | null {
  if (text === undefined) return null
  if (isIP(text) === 4) return text
  const bare = withoutPort(text)
  const version = isIP(bare)
  if (version !== 6) return version === 4 ? bare : null
  const parsed = ipaddr.IPv6.parse(bare)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString()
}

function withoutPort(text: string): string {
  const match = /^\[(?<six>[^\]]*)\](?::\d{1,5})?$|^(?<four>[\d.]+):\d{1,5}$/.exec(text)
  return match?.groups?.six ?? match?.groups?.four ?? text
}
