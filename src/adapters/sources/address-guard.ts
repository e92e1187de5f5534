import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isAddressAndPort } from '../../lib/address-and-port.ts'
import { AppError } from '../../lib/app-error.ts'
import { isPublicAddress } from './public-address.ts'

const maxAddressLength = 4096

/** Endings of names that mean something only inside a network, or to one machine. */
const privateNameEndings = [
  'local',
  'localhost',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'onion',
  'invalid',
  'test',
]

/** One IP address that a host name stands for. */
export type ResolvedAddress = { address: string; family: number }

/** The one policy on what may be fetched. It asks no network. */
export type AddressGuard = {
  /**
   * Reads an address and returns it as it must be used from here on: what was checked is what is fetched.
   * Throws AppError invalid_value for what is not an address and source_refused for what may not be fetched.
   */
  check(address: string): URL
  /** Throws AppError source_refused unless every address that the host of `url` stands for may be dialled. */
  checkResolved(url: URL, addresses: ResolvedAddress[]): void
}

export type GuardSettings = {
  /** Exact `IP:port` pairs (`[::1]:8080` for IPv6) that may be private. */
  allowedHosts: readonly string[]
  /** The ports that an address may name. */
  ports: readonly number[]
}

/** Makes the guard. Throws an Error for an allowed host that is not an exact `IP:port` pair. */
export function createAddressGuard({ allowedHosts, ports }: GuardSettings): AddressGuard {
  const allowedPairs = new Set(allowedHosts.map(readPair))
  const isAllowedPair = (url: URL) =>
    isIP(hostOf(url)) !== 0 && allowedPairs.has(pairKey(hostOf(url), portOf(url)))

  const check = (address: string): URL => {
    const url = parse(address)
    if (isAllowedPair(url)) return url
    const host = hostOf(url)
    if (!ports.includes(portOf(url))) throw refused(`Port ${portOf(url)} may not be used in a video address.`)
    if (isIP(host) === 0 ? isPrivateName(host) : !isPublicAddress(host)) throw refusedHost()
    return url
  }

  return {
    check,
    checkResolved(url, addresses) {
      if (isAllowedPair(url)) return
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        throw refusedHost()
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
  url.hostname = url.hostname.replace(/\.+$/, '')
  if (url.href.length > maxAddressLength) {
    throw notAnAddress(`The video address is longer than ${maxAddressLength} characters.`)
  }
  return url
}

function isPrivateName(host: string): boolean {
  return (
    !host.includes('.') || privateNameEndings.some((ending) => host === ending || host.endsWith(`.${ending}`))
  )
}

function readPair(pair: string): string {
  if (!isAddressAndPort(pair)) throw new Error(`"${pair}" is not an exact IP:port pair`)
  const url = new URL(`http://${pair}`)
  return pairKey(hostOf(url), portOf(url))
}

function pairKey(ip: string, port: number): string {
  return `${ipaddr.parse(ip).toNormalizedString()} ${port}`
}

function notAnAddress(message: string): AppError {
  return new AppError('invalid_value', message, { field: 'url' })
}

function refused(message: string): AppError {
  return new AppError('source_refused', message, { field: 'url' })
}

function refusedHost(): AppError {
  return refused('The address leads into a private network, which this service does not fetch from.')
}
