import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { cleanUp, type CleanUp } from '../clean-up.ts'

export type TcpProxy = {
  port: number
  /**
   * Disconnects clients from the server. `refused`: connections end, and new ones are refused, as when the server's
   * machine is restarted; `silent`: nothing arrives any more in either direction, as when a cable is pulled.
   */
  cut: (how: 'refused' | 'silent') => Promise<void>
  /** Connects clients again; the earlier connections end. */
  restore: () => Promise<void>
}

/** Listens on loopback and forwards bytes to a port there, until it is cut; ended with the test. */
export async function startTcpProxy(t: CleanUp, target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isSilent = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Losing one side ends the other, below.
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (isSilent) return
    const upstream = connect(target, '127.0.0.1')
    keep(upstream)
    client.pipe(upstream)
    upstream.pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const endConnections = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    endConnections()
    await closed
  }
  const port = await listen(0)
  cleanUp(t, close)
  return {
    port,
    async cut(how) {
      if (how === 'refused') return close()
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async restore() {
      if (!server.listening) await listen(port)
      isSilent = false
      endConnections()
    },
  }
}
