import type { FetchAnswer } from '../../../library/import/sources/gifwright.ts'
import { sourceTooLarge } from '../network-errors.ts'
import type { HttpClient } from './http-client.ts'
import { chunkReader, readUpTo } from './opened-body.ts'

/** The longest that one answer may take. */
const answerMs = 30_000

/** Reads whole answers of other servers with the guarded client. */
export function createFetchAnswer(client: HttpClient): FetchAnswer {
  return async (url, options) => {
    const { maxBytes } = options
    const signal = AbortSignal.any([options.signal, AbortSignal.timeout(answerMs)])
    const answer = await client.get(url, { signal, headers: { accept: 'application/json' } })
    try {
      if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw sourceTooLarge(maxBytes)
      const body = await readUpTo(maxBytes + 1, chunkReader(answer, signal))
      if (body.length > maxBytes) throw sourceTooLarge(maxBytes)
      const wait = Number(answer.headers['retry-after'] ?? Number.NaN)
      return { status: answer.status, body, retryAfterSeconds: Number.isFinite(wait) ? wait : null }
    } finally {
      answer.body.destroy()
    }
  }
}
