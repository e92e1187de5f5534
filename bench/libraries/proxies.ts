/** A tunnel of 200 MB through a proxy that checks the address; the client and the origin are in the same process. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createAddressGuard } from '#src/adapters/sources/guard/address-guard.ts'
import { createGuardedConnect } from '#src/adapters/sources/guard/guarded-connect.ts'
import { openFilteringProxy } from '#src/adapters/sources/proxy/filtering-proxy.ts'
import { compare } from './compare.ts'

const megabytes = 200
const chunk = Buffer.alloc(64 * 1024)

/** An origin that sends as fast as the client reads, then ends. */
async function startOrigin(): Promise<number> {
  const origin = createServer(async (socket) => {
    for (let sent = 0; sent < megabytes * 2 ** 20; sent += chunk.length)
      if (!socket.write(chunk)) await once(socket, 'drain')
    socket.end()
  })
  origin.listen(0, '127.0.0.1')
  await once(origin, 'listening')
  return (origin.address() as AddressInfo).port
}

function tunnelling(proxyUrl: string, target: number) {
  const { port, username, password } = new URL(proxyUrl)
  const credential = Buffer.from(`${username}:${password}`).toString('base64')
  return {
    operations: megabytes,
    run: async () => {
      const socket = connect(Number(port), '127.0.0.1')
      const head = `CONNECT 127.0.0.1:${target} HTTP/1.1\r\nHost: 127.0.0.1:${target}\r\n`
      socket.write(`${head}Proxy-Authorization: Basic ${credential}\r\n\r\n`)
      let bytes = 0
      socket.on('data', (part: Buffer) => (bytes += part.length))
      await once(socket, 'close')
      return `${Math.floor(bytes / 2 ** 20)} MB came`
    },
  }
}

await compare(import.meta.filename, 'a MB', {
  'ours (filtering-proxy.ts)': async () => {
    const target = await startOrigin()
    const guard = createAddressGuard({ allowedHosts: [`127.0.0.1:${target}`], ports: [443] })
    const { signal } = new AbortController()
    const proxy = await openFilteringProxy(guard, createGuardedConnect(guard), { maxBytes: 2 ** 40, signal })
    return tunnelling(proxy.url, target)
  },
  'proxy-chain': async (load) => {
    const { Server } = await load('proxy-chain')
    const target = await startOrigin()
    const server = new Server({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction: ({ username }: { username: string }) => ({
        requestAuthentication: username !== 'job',
      }),
    })
    await server.listen()
    return tunnelling(`http://job:x@127.0.0.1:${server.port}`, target)
  },
})
