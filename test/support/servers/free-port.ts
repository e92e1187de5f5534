import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to who asks for any: nothing that starts meanwhile is given one of these. */
const lowest = 20_000
const highest = 32_000

/** A port of loopback that nothing listens on. */
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
