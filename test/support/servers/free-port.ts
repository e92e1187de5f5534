import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports of Linux, so that the system assigns these ports to no other process. */
const lowest = 20_000
const highest = 32_000

/** Returns a port that is free on loopback. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    const server = createServer()
    server.listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
