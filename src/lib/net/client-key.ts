import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** The key of clients without a valid address, which count as one. */
const unknown = 'unknown'
/** IPv6: one person is assigned at least a /64, and can use any address in it. */
const groupsOfNetwork = 4
/** A /48 is assigned to one site; IPv4's /24 is the smallest network with its own route. */
const groupsOfSite = 3
const bytesOfSite = 3

/** Returns the key to count a client by: its IPv4 address, even if written as IPv6, or the /64 of its IPv6 address. */
export function clientKey(address: string | undefined): string {
  if (address === undefined || address.length > longestAddress) return keyOf(address)
  const known = keys.get(address)
  if (known !== undefined) return known
  const key = keyOf(address)
  keys.set(address, key)
  return key
}

/** Parsing an IPv6 address costs more than counting it, and a client sends many requests. */
const keys = new LRUCache<string, string>({ max: 1000 })
const longestAddress = 64

function keyOf(address: string | undefined): string {
  const plain = plainAddress(address)
  if (plain === null) return unknown
  if (isIP(plain) === 4) return plain
  return `${firstGroups(plain, groupsOfNetwork)}::/64`
}

/** Returns the network of an address, whose clients may be one attacker: its /24 (IPv4) or /48 (IPv6). */
export function networkKey(address: string | undefined): string {
  const plain = plainAddress(address)
  if (plain === null) return unknown
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, bytesOfSite).join('.')}.0/24`
  return `${firstGroups(plain, groupsOfSite)}::/48`
}

/**
 * Returns the key of a viewer whose uses are counted: its IPv4 address, or the /48 of its IPv6 address, since one
 * person may have all addresses of a site.
 */
export function viewerKey(address: string | undefined): string {
  const plain = plainAddress(address)
  return plain === null || isIP(plain) === 4 ? clientKey(address) : networkKey(address)
}

function firstGroups(address: string, count: number): string {
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, count)
  return groups.map((group) => group.toString(16)).join(':')
}

/** Normalizes an address from a socket or a proxy (in brackets, with a port, IPv4 as IPv6); null for any other text. */
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
