import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isFetchablePort, portOfPair } from '../../../lib/net/address-and-port.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isInNetworks, isPublicAddress, networksOfThisMachine } from './ip-ranges.ts'

/** The longest accepted address, in characters. */
export const maxAddressLength = 4096
/** The limit of DNS. */
const maxNameLength = 253
const nameLabel = /^[a-z0-9_-]{1,63}$/

/** Endings of names that resolve only inside a network, or on one machine. */
const privateNameEndings = [
  'local',
  'localhost',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'svc',
  'consul',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'onion',
  'alt',
  'invalid',
  'test',
]

/** One IP address that a host name resolves to. */
export type ResolvedAddress = { address: string; family: number }

/** Resolves a name to all of its IP addresses. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>

/** The policy on what may be fetched. It does not use the network. */
export type AddressGuard = {
  /**
   * Parses an address and returns the URL to fetch: only the returned URL was checked. Throws AppError invalid_value for text
   * that is not an address and source_refused for an address that may not be fetched.
   */
  check(address: string): URL
  /**
   * Throws AppError source_refused unless every address that the host of `url` resolves to may be connected to. `own` are
   * the addresses of this service.
   */
  checkResolved(url: URL, addresses: ResolvedAddress[], own?: readonly string[]): void
}

export type GuardSettings = {
  /** Exact `IP:port` pairs (`[::1]:8080` for IPv6) that may be private. */
  allowedHosts: readonly string[]
  /** The ports that an address may name. */
  ports: readonly number[]
  /** The networks of this machine, `address/length` each, which count as private; read again each time. */
  ownNetworks?: (() => readonly string[]) | undefined
  /** The hosts of this service, names or IP addresses. */
  ownHosts?: readonly string[] | undefined
}

/** Throws an Error for an allowed host that is not an exact `IP:port` pair. */
export function createAddressGuard(settings: GuardSettings): AddressGuard {
  const { allowedHosts, ports, ownNetworks = networksOfThisMachine, ownHosts = [] } = settings
  const own = new Set(ownHosts.map(hostKey))
  const allowedPairs = new Set(allowedHosts.map(readPair))
  const isAllowedPair = (url: URL) =>
    isIP(hostOf(url)) !== 0 && allowedPairs.has(pairKey(hostOf(url), portOf(url)))

  const isAllowed = (ips: string[]) => {
    if (ips.length === 0 || !ips.every(isPublicAddress)) return false
    const networks = ownNetworks()
    return !ips.some((ip) => isInNetworks(ip, networks))
  }

  const check = (address: string): URL => {
    const url = parse(address)
    if (isAllowedPair(url)) return url
    const host = hostOf(url)
    if (own.has(hostKey(host))) throw ownHost()
    if (!ports.includes(portOf(url))) throw refused(`Port ${portOf(url)} may not be used in an address.`)
    if (isIP(host) === 0 ? isPrivateName(host) : !isAllowed([host])) throw privateHost()
    return url
  }

  return {
    check,
    checkResolved(url, addresses, own = []) {
      if (isAllowedPair(url)) return
      const ips = addresses.map(({ address }) => address)
      if (!isAllowed(ips)) throw privateHost()
      const ownKeys = new Set(own.map(hostKey))
      if (ips.some((ip) => ownKeys.has(hostKey(ip)))) throw ownHost()
    },
  }
}

/** Returns the host for a resolver or a socket: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Returns the port, even if the address omits it. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function parse(address: string): URL {
  if (address.length > maxAddressLength) {
    throw notAnAddress(`The address is longer than ${maxAddressLength} characters.`)
  }
  // A parser drops tabs and line ends silently, so its result would differ from what the person saw.
  if (/\p{Cc}/u.test(address)) throw notAnAddress('The address has control characters in it.')
  const url = URL.parse(address)
  if (url === null)
    throw notAnAddress('The address must be a whole one, such as https://example.com/clip.mp4.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused('Only http and https addresses can be fetched.')
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('The address must not hold a user name or a password.')
  }
  url.hash = ''
  if (url.hostname.length > 2 * maxNameLength) throw notAnAddress('The address names a host that cannot be.')
  url.hostname = url.hostname.replace(/(?<!\.)\.+$/, '')
  if (url.href.length > maxAddressLength) {
    throw notAnAddress(`The address is longer than ${maxAddressLength} characters.`)
  }
  if (isIP(hostOf(url)) === 0 && !isName(url.hostname)) {
    throw notAnAddress('The address names a host that cannot be.')
  }
  return url
}

/** URL parsers accept more than valid names, such as `a..b` and `a$b`, which another parser might read differently. */
function isName(host: string): boolean {
  return host.length <= maxNameLength && host.split('.').every((label) => nameLabel.test(label))
}

function isPrivateName(host: string): boolean {
  return (
    !host.includes('.') || privateNameEndings.some((ending) => host === ending || host.endsWith(`.${ending}`))
  )
}

function readPair(pair: string): string {
  if (!isFetchablePort(portOfPair(pair) ?? ''))
    throw new Error(`"${pair}" is not an exact IP:port pair that may be fetched from`)
  const url = new URL(`http://${pair}`)
  return pairKey(hostOf(url), portOf(url))
}

function pairKey(ip: string, port: number): string {
  return `${ipaddr.parse(ip).toNormalizedString()} ${port}`
}

/** Normalizes a name or an IP address, for comparison. */
function hostKey(host: string): string {
  return isIP(host) === 0 ? host.toLowerCase() : ipaddr.parse(host).toNormalizedString()
}

function notAnAddress(message: string): AppError {
  return new AppError('invalid_value', message, { field: 'url' })
}

function refused(message: string): AppError {
  return new AppError('source_refused', message, { field: 'url' })
}

function privateHost(): AppError {
  // One message for all cases, which reveals nothing about the network.
  return refused(
    'The address leads into a private network or to this service itself, which is not fetched from.',
  )
}

/** The service's own address is public, so this message can be specific. */
function ownHost(): AppError {
  return refused(
    'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.',
  )
}
