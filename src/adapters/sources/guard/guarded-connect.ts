import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { type AddressGuard, hostOf, portOf, type Resolve, type ResolvedAddress } from './address-guard.ts'
import { ownAddresses } from './own-addresses.ts'
import { timedOut, toConnectError } from '../network-errors.ts'
import { type TransferLimits, defaultTransferLimits } from '../transfer-limits.ts'

/** Long enough for a slow route, short enough that a dead IPv6 route does not delay IPv4 much. */
const nextAddressAfterMs = 1000

/** Opens a socket to one of `addresses`, which were checked; nothing is resolved again. */
export type Dial = (target: { host: string; port: number; addresses: ResolvedAddress[] }) => Socket

/** Name resolution and connections; tests replace them. */
export type Network = { resolve?: Resolve; dial?: Dial }

/** Opens a connection to the host of `url`, or throws AppError source_refused or source_unreachable. */
export type GuardedConnect = (url: URL, signal: AbortSignal) => Promise<Socket>

/**
 * The only place where a name is resolved: once, with every result checked, and the socket is opened to exactly these
 * addresses. The socket closes itself when nothing is received for too long. Addresses of `ownHosts` are refused under any
 * name.
 */
export function createGuardedConnect(
  guard: AddressGuard,
  {
    resolve = resolveBySystem,
    dial = dialAddresses,
    ownHosts = [],
  }: Network & { ownHosts?: readonly string[] } = {},
  { connectMs, idleMs }: TransferLimits = defaultTransferLimits,
): GuardedConnect {
  const own = ownAddresses(ownHosts, resolve)
  return async (address, signal) => {
    const url = guard.check(address.href)
    const host = hostOf(url)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
    try {
      const addresses = await abortable(addressesOf(host, resolve), limit)
      guard.checkResolved(url, addresses, await abortable(own(), limit))
      const socket = await connected(dial({ host, port: portOf(url), addresses }), limit)
      return socket.setTimeout(idleMs, () => socket.destroy(timedOut()))
    } catch (error) {
      signal.throwIfAborted()
      throw toConnectError(error, host)
    }
  }
}

async function addressesOf(host: string, resolve: Resolve): Promise<ResolvedAddress[]> {
  const family = isIP(host)
  return family === 0 ? resolve(host) : [{ address: host, family }]
}

async function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  // Until the socket is in use, its errors have no other handler, and must not end the program.
  socket.on('error', () => socket.destroy())
  try {
    if (socket.connecting) await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function resolveBySystem(host: string): Promise<ResolvedAddress[]> {
  return lookup(host, { all: true })
}

function dialAddresses({ host, port, addresses }: Parameters<Dial>[0]): Socket {
  return connect({
    host,
    port,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
    lookup: (_host, { all }, answer) => {
      const first = addresses[0]
      if (all === true || first === undefined) answer(null, addresses)
      else answer(null, first.address, first.family)
    },
  })
}

/** Rejects when the signal aborts: a lookup cannot be canceled, only abandoned. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
