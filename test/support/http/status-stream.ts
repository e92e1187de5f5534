import assert from 'node:assert/strict'
import type { TestApp } from '../app.ts'

/** The content of an event of a status stream. */
export type StatusEvent = Record<string, unknown>

/** Follows a task: `next` returns the next event, undefined at the end of the stream. */
export async function followStatus(app: Pick<TestApp, 'fetch'>, id: string, signal?: AbortSignal) {
  const response = await app.fetch(`/api/status/${id}/events`, signal === undefined ? {} : { signal })
  assert.equal(response.status, 200)
  const pieces = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  const next = async (): Promise<StatusEvent | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const event = text.slice(0, end)
        text = text.slice(end + 2)
        if (event.startsWith('data: ')) return JSON.parse(event.slice(6)) as StatusEvent
        continue
      }
      const piece = await pieces.next()
      if (piece.done === true) return undefined
      text += piece.value
    }
  }
  return { response, next }
}
