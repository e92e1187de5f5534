import { Agent, type IncomingHttpHeaders, request as open } from 'node:http'

export type ExactRequest = {
  /** Sent exactly as given: `fetch` would normalize it first. */
  path: string
  method?: string
  headers?: Record<string, string>
  body?: Buffer | null
}

/** The answer as read by Node's own client, with the unchanged body. */
export type ExactAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** The time limit of an answer: far more than any takes, but short enough for a stuck one. */
const maxAnswerMs = 30_000

/** For reused connections, so that leftovers of one request affect the next. */
export const oneConnection = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Makes a request whose parts Node's client does not change, over a connection of its own unless an agent is given. A
 * stream of events is left after its first; rejects without an answer.
 */
export function requestExactly(
  url: string,
  { path, method = 'GET', headers = {}, body = null }: ExactRequest,
  agent: Agent | false = false,
): Promise<ExactAnswer> {
  const { hostname, port } = new URL(url)
  const length = body === null ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const outgoing = open({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
    const timer = setTimeout(() => outgoing.destroy(new Error(`no answer in ${maxAnswerMs} ms`)), maxAnswerMs)
    outgoing.once('response', (answer) => {
      const chunks: Buffer[] = []
      const end = () => {
        clearTimeout(timer)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) })
      }
      // A request that Node could not parse is answered with a body, as it does not know that HEAD was meant.
      if (method === 'HEAD') end()
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (answer.headers['content-type']?.startsWith('text/event-stream') !== true) return
        end()
        answer.destroy()
      })
      answer.once('end', end)
      answer.once('error', reject)
    })
    outgoing.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    outgoing.end(body ?? undefined)
  })
}
