import { type Socket, connect } from 'node:net'
import { once } from 'node:events'

export type LoadOptions = {
  /** The total number of answers to wait for. */
  count: number
  connections?: number
  /** The request to begin with. */
  from?: number
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Sends complete requests as bytes over keep-alive connections: each connection sends the next one of the list,
 * starting over after the last, when it has the answer to the previous one. It does as little as it can, so that the
 * measured server is never idle. Rejects unless every answer is 200 with a Content-Length. Returns the bytes received.
 */
export async function sendRequests(
  url: string,
  requests: readonly Buffer[],
  { count, connections = 16, from = 0 }: LoadOptions,
): Promise<number> {
  const { hostname, port } = new URL(url)
  let sent = 0
  let received = 0
  const next = () => (sent < count ? requests[(from + sent++) % requests.length] : undefined)

  async function run(): Promise<void> {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.setNoDelay(true)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let head: Buffer = Buffer.alloc(0)
    let missing = 0
    const send = () => {
      const request = next()
      if (request === undefined) resolve()
      else socket.write(request)
    }
    socket.on('error', reject).on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (missing > 0) missing -= chunk.length
      else {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(headEnd)
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        if (!text.startsWith('HTTP/1.1 200') || length === undefined)
          return reject(new Error(head.toString()))
        missing = Number(length) - (head.length - end - headEnd.length)
        head = Buffer.alloc(0)
      }
      if (missing === 0) send()
    })
    send()
    await promise.finally(() => close(socket))
  }

  await Promise.all(Array.from({ length: Math.min(connections, count) }, run))
  return received
}

function close(socket: Socket): void {
  socket.removeAllListeners('close').destroy()
}

export function getRequest(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
}

export function postRequest(path: string, values: object): Buffer {
  const body = Buffer.from(JSON.stringify(values))
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}
