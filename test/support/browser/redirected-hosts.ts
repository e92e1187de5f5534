import { request } from 'node:http'
import { type NetConnectOpts, Socket, type TcpNetConnectOpts } from 'node:net'
import type { TestContext } from 'node:test'
import type { Handler } from '../http/origin-server.ts'
import { startSecureOrigin, trust } from './secure-origin.ts'
import { cleanUp } from '../clean-up.ts'

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

/**
 * For programs whose addresses are fixed: until the test ends, this process's requests to one of `hosts`, by HTTP or
 * HTTPS, go to the server at `url`, as if the host's name resolved to it. A connection to any other host fails, and its
 * name is in the returned list.
 */
export async function redirectHosts(
  t: TestContext,
  hosts: readonly string[],
  url: string,
): Promise<string[]> {
  const { port } = new URL(url)
  const securePorts = new Map<string, number>()
  for (const host of hosts) {
    const origin = await startSecureOrigin(t, host, forwardTo(url))
    trust(t, origin.certificate)
    securePorts.set(host, origin.port)
  }
  const refused: string[] = []
  // eslint-disable-next-line typescript/unbound-method
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    const [options, ...rest] = withOptions(given)
    const connectTo = (to: NetConnectOpts) => Reflect.apply(connect, this, [to, ...rest]) as Socket
    if (!isTcp(options) || loopback.has(options.host ?? 'localhost')) return connectTo(options)
    const securePort = securePorts.get(options.host ?? '')
    if (securePort === undefined) {
      refused.push(options.host ?? '')
      // Callers listen for errors only after connecting.
      setImmediate(() => this.destroy(new Error(`${options.host} is another host`)))
      return this
    }
    return connectTo({
      ...options,
      host: '127.0.0.1',
      port: options.port === 443 ? securePort : Number(port),
    })
  }
  cleanUp(t, () => {
    Socket.prototype.connect = connect
  })
  return refused
}

/** The arguments of `connect` with the options in front, in any of its forms. */
function withOptions(given: unknown[]): [NetConnectOpts, ...unknown[]] {
  const [first, second, ...rest] = given
  // Node itself passes its options and the listener as one list.
  if (Array.isArray(first)) return first as [NetConnectOpts, ...unknown[]]
  if (typeof first !== 'number') return given as [NetConnectOpts, ...unknown[]]
  return typeof second === 'string'
    ? [{ port: first, host: second }, ...rest]
    : [{ port: first }, second, ...rest]
}

function isTcp(options: NetConnectOpts): options is TcpNetConnectOpts {
  return 'port' in options
}

function forwardTo(url: string): Handler {
  return ({ method = 'GET', url: path = '/', headers }, response) => {
    request(new URL(path, url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }).end()
  }
}
