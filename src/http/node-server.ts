import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { holdBodies } from './bodies/expect-continue.ts'
import { type ConnectionLimits, guardConnections, takesRequest } from './connections.ts'
import { refuseConnect, pathOf, refusesUnclearEnd } from './odd-requests.ts'
import type { ServerLimits } from './server-limits.ts'
import type { IsProxy } from './trusted-proxies.ts'

/** Node's server with every limit that it has, and those that it lacks, in front of `handle`. */
export function createNodeServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ServerLimits,
  connections: ConnectionLimits,
  isProxy: IsProxy,
): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAlive: true,
    keepAliveInitialDelay: limits.probeAfterMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false, // Asked for by refuseOddRequests, with an answer.
  })
  server.setTimeout(limits.stalledMs)
  guardConnections(server, connections, limits, isProxy)
  holdBodies(server)
  refuseConnect(server)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (refusesUnclearEnd(request) || !takesRequest(request, response, limits)) return
    request.url = pathOf(request.url ?? '/')
    handle(request, response)
  })
  return server
}
