import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: Record<string, unknown>; body: string }

/** A call whose path is sent letter by letter as it is given: `fetch` would tidy it up first. */
export function rawRequest(
  base: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const { statusCode: status = 0 } = answer
      text(answer).then((body) => resolve({ status, headers: { ...answer.headers }, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}
