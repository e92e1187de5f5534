import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type CleanUp, cleanUp } from '../clean-up.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }
export type Payload = {
  id: string
  type: string
  created_at: string
  data: Record<string, Record<string, unknown>>
}

/**
 * A real receiver of webhooks on loopback. `answers` maps paths to statuses; others get 204. Paths that begin with
 * `/hang` get no answer: `hanging` counts the requests that still wait.
 */
export async function startWebhookReceiver(t: CleanUp, answers: Record<string, number> = {}) {
  const received: Received[] = []
  let waiting = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body })
      if (path.startsWith('/hang')) {
        waiting += 1
        response.on('close', () => (waiting -= 1))
        return
      }
      const status = answers[path] ?? 204
      response
        .writeHead(status, status === 302 ? { location: '/elsewhere' } : {})
        .end('x'.repeat(status === 204 ? 0 : 5000))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const pair = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const at = (path: string) => received.filter((one) => one.path === path)
  const payloads = (path: string) => at(path).map(({ body }) => JSON.parse(body) as Payload)
  const url = (path: string) => `http://${pair}${path}`
  return { answers, pair, received, at, payloads, url, hanging: () => waiting }
}
