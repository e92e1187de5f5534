import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isFetchablePort, portOfPair } from '../../../lib/net/address-and-port.ts'
import { AppError } from '../../../lib/app-error.ts'
import { isInNetworks, isPublicAddress, networksOfThisMachine } from './ip-ranges.ts'

/** The longest address that is taken, in characters. */
export const maxAddressLength = 4096
/** What DNS allows. */
const maxNameLength = 253
const nameLabel = /^[a-z0-9_-]{1,63}$/

/** Endings of names that mean something only inside a network, or to one machine. */
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

/** One IP address that a host name stands for. */
export type ResolvedAddress = { address: string; family: number }

/** Every IP address of a name. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>

/** The one policy on what may be fetched. It asks no network. */
export type AddressGuard = {
  /**
   * Reads an address and returns it as it must be used from here on: what was checked is what is fetched.
   * Throws AppError invalid_value for what is not an address and source_refused for what may not be fetched.
   */
  check(address: string): URL
  /**
   * Throws AppError source_refused unless every address that the host of `url` stands for may be dialled. `own` are
   * those of this service.
   */
  checkResolved(url: URL, addresses: ResolvedAddress[], own?: readonly string[]): void
}

export type GuardSettings = {
  /** Exact `IP:port` pairs (`[::1]:8080` for IPv6) that may be private. */
  allowedHosts: readonly string[]
  /** The ports that an address may name. */
  ports: readonly number[]
  /** The networks of this machine, `address/length` each, which count as private; asked anew each time. */
  ownNetworks?: (() => readonly string[]) | undefined
  /** The hosts of this service, names or IP addresses. */
  ownHosts?: readonly string[] | undefined
}

/** Makes the guard. Throws an Error for an allowed host that is not an exact `IP:port` pair. */
export function createAddressGuard(settings: GuardSettings): AddressGuard {
  const { allowedHosts, ports, ownNetworks = networksOfThisMachine, ownHosts = [] } = settings
  const own = new Set(ownHosts.map(hostKey))
  const allowedPairs = new Set(allowedHosts.map(readPair))
  const isAllowedPair = (url: URL) =>
    isIP(hostOf(url)) !== 0 && allowedPairs.has(pairKey(hostOf(url), portOf(url)))

  const mayBeDialled = (ips: string[]) => {
    if (ips.length === 0 || !ips.every(isPublicAddress)) return false
    const networks = ownNetworks()
    return !ips.some((ip) => isInNetworks(ip, networks))
  }

  const check = (address: string): URL => {
    const url = parse(address)
    if (isAllowedPair(url)) return url
    const host = hostOf(url)
    if (own.has(hostKey(host))) throw refusedOwn()
    if (!ports.includes(portOf(url))) throw refused(`Port ${portOf(url)} may not be used in a video address.`)
    if (isIP(host) === 0 ? isPrivateName(host) : !mayBeDialled([host])) throw refusedHost()
    return url
  }

  return {
    check,
    checkResolved(url, addresses, own = []) {
      if (isAllowedPair(url)) return
      const ips = addresses.map(({ address }) => address)
      if (!mayBeDialled(ips)) throw refusedHost()
      const ownKeys = new Set(own.map(hostKey))
      if (ips.some((ip) => ownKeys.has(hostKey(ip)))) throw refusedOwn()
    },
  }
}

/** The host as a resolver or a socket takes it: IPv6 without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The port that is meant, also where the address leaves it out. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function parse(address: string): URL {
  if (address.length > maxAddressLength) {
    throw notAnAddress(`The video address is longer than ${maxAddressLength} characters.`)
  }
  // A parser drops tabs and line ends silently, so what it returns would not be what a person saw.
  if (/\p{Cc}/u.test(address)) throw notAnAddress('The video address has control characters in it.')
  const url = URL.parse(address)
  if (url === null)
    throw notAnAddress('The video address must be a whole one, such as https://example.com/clip.mp4.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused('Only http and https addresses can be fetched.')
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('The video address must not hold a user name or a password.')
  }
  url.hash = ''
  // Before the dots at its end are looked for, which takes the square of their number.
  if (url.hostname.length > 2 * maxNameLength)
    throw notAnAddress('The video address names a host that cannot be.')
  url.hostname = url.hostname.replace(/\.+$/, '')
  if (url.href.length > maxAddressLength) {
    throw notAnAddress(`The video address is longer than ${maxAddressLength} characters.`)
  }
  if (isIP(hostOf(url)) === 0 && !isName(url.hostname)) {
    throw notAnAddress('The video address names a host that cannot be.')
  }
  return url
}

/** A parser lets more pass than can be a name, such as `a..b` and `a$b`; another parser might read it otherwise. */
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

/** One spelling for each name and each IP address. */
function hostKey(host: string): string {
  return isIP(host) === 0 ? host.toLowerCase() : ipaddr.parse(host).toNormalizedString()
}

function notAnAddress(message: string): AppError {
  return new AppError('invalid_value', message, { field: 'url' })
}

function refused(message: string): AppError {
  return new AppError('source_refused', message, { field: 'url' })
}

function refusedHost(): AppError {
  // One sentence for all: it tells nothing of what is there.
  return refused(
    'The address leads into a private network or to this service itself, which is not fetched from.',
  )
}

/** Who the service is, everyone knows: this tells nothing new, and says what to do. */
function refusedOwn(): AppError {
  return refused(
    'The address leads to this service itself, which is not fetched from. Download the file and upload it instead.',
  )
}
