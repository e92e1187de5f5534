import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { holdBodies } from './expect-continue.ts'
import { type ConnectionLimits, guardConnections, acceptsRequest } from './connection-limits.ts'
import { pathOf, refuseConnect, refusesUnclearEnd } from './malformed-requests.ts'
import { type Surface, surfaceOf } from '../surface.ts'
import type { ServerLimits } from './server-limits.ts'
import type { IsProxy } from './trusted-proxies.ts'

type NodeServerOptions = {
  limits: ServerLimits
  connections: ConnectionLimits
  isProxy: IsProxy
  surfaces: readonly Surface[]
}

/** Node's server with all its limits and the ones it lacks. Calls `handle` for requests within them. */
export function createNodeServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { limits, connections, isProxy, surfaces }: NodeServerOptions,
): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAlive: true,
    keepAliveInitialDelay: limits.probeAfterMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false, // Checked by refuseMalformedRequests, which answers.
  })
  server.setTimeout(limits.stalledMs)
  guardConnections(server, connections, limits, isProxy)
  holdBodies(server)
  refuseConnect(server, surfaceOf(surfaces, '/'))
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    request.url = pathOf(request.url ?? '/')
    if (request.headers['transfer-encoding'] !== undefined) {
      if (refusesUnclearEnd(request, surfaceOf(surfaces, request.url))) return
    }
    if (!acceptsRequest(request, response, limits)) return
    handle(request, response)
  })
  return server
}
