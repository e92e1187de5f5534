import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clientKey } from '../lib/net/client-key.ts'
import { fairShare } from '../lib/fair-share.ts'
import type { ServerLimits } from './server-limits.ts'
import type { IsProxy } from './trusted-proxies.ts'

export type ConnectionLimits = {
  max: number
  /** Of one client at most: fewer when few are left. Those of proxies are not counted. */
  perAddress: number
}

type Connection = {
  answers: Set<ServerResponse>
  requests: number
  /** Since when bytes wait to be taken by the client, and what had been taken then; null while none do. */
  pending: { sinceMs: number; takenBytes: number } | null
}

/** Left to a client when nearly all connections are taken: a browser opens six. */
const minPerClient = 8

const connections = new WeakMap<Socket, Connection>()

/** Whether an answer is on its way that other bytes would end up in the middle of. */
export function isAnswering(socket: Socket): boolean {
  return [...(connections.get(socket)?.answers ?? [])].some(({ headersSent }) => headersSent)
}

/** Whether a request on this connection has no whole answer yet. */
export function hasUnanswered(socket: Socket): boolean {
  return (connections.get(socket)?.answers.size ?? 0) > 0
}

/**
 * Bounds how many connections there are, of all and of one client, and how slowly an answer may be taken. What is
 * beyond is cut off without a word, which costs the least.
 */
export function guardConnections(
  server: Server,
  { max, perAddress }: ConnectionLimits,
  { checkEveryMs, answer }: Pick<ServerLimits, 'checkEveryMs' | 'answer'>,
  isProxy: IsProxy,
): void {
  const open = new Set<Socket>()
  const ofClient = new Map<string, number>()
  server.maxConnections = max

  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answers: new Set(), requests: 0, pending: null })
    open.add(socket)
    const client = isProxy(socket.remoteAddress) ? null : clientKey(socket.remoteAddress)
    const mine = client === null ? 0 : (ofClient.get(client) ?? 0) + 1
    if (client !== null) ofClient.set(client, mine)
    socket.once('close', () => {
      open.delete(socket)
      if (client !== null) forget(client)
    })
    const share = fairShare({ max, taken: open.size, mine, atMost: perAddress, atLeast: minPerClient })
    if (mine > share) socket.destroy()
  })

  const check = setInterval(() => {
    for (const socket of open) if (isTakenTooSlowly(socket, answer)) socket.destroy()
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
 * Whether a request may be looked at. Bounds how many come ahead of their answers, which ends the connection, and how
 * many one connection serves. Node goes on to read a flood it has received, also when its connection has ended.
 */
export function takesRequest(
  { socket }: IncomingMessage,
  response: ServerResponse,
  { maxPipelined, maxRequestsPerConnection }: Pick<ServerLimits, 'maxPipelined' | 'maxRequestsPerConnection'>,
): boolean {
  const connection = connections.get(socket)
  if (connection === undefined || socket.destroyed || socket.writableEnded) return false
  const { answers } = connection
  connection.requests++
  if (connection.requests > maxRequestsPerConnection) return false
  if (connection.requests === maxRequestsPerConnection) response.shouldKeepAlive = false
  answers.add(response)
  response.once('close', () => answers.delete(response))
  if (answers.size <= maxPipelined) return true
  socket.destroy()
  return false
}

/** A piece counts whole: how much of it was taken is not known. Who sends much sends it in pieces of some 64 KB. */
function isTakenTooSlowly(socket: Socket, { graceMs, minBytesPerSecond }: ServerLimits['answer']): boolean {
  const connection = connections.get(socket)
  if (connection === undefined) return false
  if (socket.writableLength === 0) {
    connection.pending = null
    return false
  }
  const now = performance.now()
  connection.pending ??= { sinceMs: now, takenBytes: socket.bytesWritten - socket.writableLength }
  const { sinceMs, takenBytes } = connection.pending
  return now - sinceMs > graceMs + ((socket.bytesWritten - takenBytes) / minBytesPerSecond) * 1000
}
