import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { cleanUp } from '../clean-up.ts'

export type RawServer = {
  /** `127.0.0.1:PORT`, in the form of SOURCE_ALLOWED_HOSTS. */
  pair: string
  port: number
  /** The number of accepted connections. */
  connections: () => number
}

/** A server that handles each connection as the test specifies, from the first byte on. Ends with the test. */
export async function startRawServer(
  t: TestContext,
  onRequest: (socket: Socket) => void,
): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => onRequest(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { pair: `127.0.0.1:${port}`, port, connections: () => sockets.size }
}

/** Sends the same bytes repeatedly, as fast as they are accepted. */
export function flood(socket: Socket, bytes: string): void {
  const pump = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', pump)
  pump()
}

/** Sends a byte every few milliseconds, so that there is never silence. */
export function trickle(socket: Socket, byte = 'x'): void {
  const timer = setInterval(() => socket.write(byte), 5)
  socket.on('close', () => clearInterval(timer))
}
