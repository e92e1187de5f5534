import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientKey } from '../../lib/net/client-key.ts'
import { fairShare } from '../../lib/fair-share.ts'
import type { ServerLimits } from './server-limits.ts'
import type { IsProxy } from './trusted-proxies.ts'

export type ConnectionLimits = {
  max: number
  /** The limit per client; fewer if few are free. Connections of proxies are not counted. */
  perAddress: number
}

type Connection = {
  answers: Set<ServerResponse>
  requests: number
  /**
   * The time since which bytes have been waiting for the client, and the bytes it had received by then; null if none
   * are waiting.
   */
  pending: { sinceMs: number; receivedBytes: number } | null
}

/** Granted to a client even if nearly all connections are in use: a browser opens six. */
const minPerClient = 8

const connections = new WeakMap<Socket, Connection>()

/** Returns true if a response is being sent, which other bytes on the connection would corrupt. */
export function isAnswering(socket: Socket): boolean {
  return [...(connections.get(socket)?.answers ?? [])].some(({ headersSent }) => headersSent)
}

/** Returns true if a request on this connection does not yet have a complete response. */
export function hasUnanswered(socket: Socket): boolean {
  return (connections.get(socket)?.answers.size ?? 0) > 0
}

/**
 * Limits the connections in total and per client, and how slowly a client can receive a response. Connections beyond
 * the limits are closed without a response, which is cheapest.
 */
export function guardConnections(
  server: Server,
  { max, perAddress }: ConnectionLimits,
  { checkEveryMs, answer }: ServerLimits,
  isProxy: IsProxy,
): void {
  const open = new Set<Socket>()
  const ofClient = new Map<string, number>()
  server.maxConnections = max

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answers: new Set(), requests: 0, pending: null })
    open.add(socket)
    const client = isProxy(socket.remoteAddress) ? null : clientKey(socket.remoteAddress)
    const ofThisClient = client === null ? 0 : (ofClient.get(client) ?? 0) + 1
    if (client !== null) ofClient.set(client, ofThisClient)
    socket.once('close', () => {
      open.delete(socket)
      if (client !== null) forget(client)
    })
    const share = fairShare({
      max,
      taken: open.size,
      own: ofThisClient,
      atMost: perAddress,
      atLeast: minPerClient,
    })
    if (ofThisClient > share) socket.destroy()
  })

  const check = setInterval(() => {
    for (const socket of open) if (isReceivedTooSlowly(socket, answer)) socket.destroy()
  }, checkEveryMs)
  check.unref()
  server.once('close', () => clearInterval(check))

  function forget(client: string): void {
    const left = (ofClient.get(client) ?? 1) - 1
    if (left === 0) ofClient.delete(client)
    else ofClient.set(client, left)
  }
}

/**
 * Returns true if a request may be handled. Limits pipelined requests, beyond which the connection ends, and the
 * requests of one connection. Node parses everything it has received, even after the connection has ended.
 */
export function acceptsRequest(
  { socket }: IncomingMessage,
  response: ServerResponse,
  { maxPipelined, maxRequestsPerConnection }: ServerLimits,
): boolean {
  const connection = connections.get(socket)
  if (connection === undefined || socket.destroyed || socket.writableEnded) return false
  const { answers } = connection
  connection.requests++
  if (connection.requests > maxRequestsPerConnection) return false
  if (connection.requests === maxRequestsPerConnection) response.shouldKeepAlive = false
  answers.add(response)
  response.on('close', () => answers.delete(response))
  if (answers.size <= maxPipelined) return true
  socket.destroy()
  return false
}

/** A chunk counts as a whole, since its received part is unknown. So large responses are sent in chunks of 64 KB. */
function isReceivedTooSlowly(
  socket: Socket,
  { graceMs, minBytesPerSecond }: ServerLimits['answer'],
): boolean {
  const connection = connections.get(socket)
  if (connection === undefined) return false
  if (socket.writableLength === 0) {
    connection.pending = null
    return false
  }
  const now = performance.now()
  connection.pending ??= { sinceMs: now, receivedBytes: socket.bytesWritten - socket.writableLength }
  const { sinceMs, receivedBytes } = connection.pending
  return now - sinceMs > graceMs + ((socket.bytesWritten - receivedBytes) / minBytesPerSecond) * 1000
}
