import assert from 'node:assert/strict'
import type { Encoded } from './body-encodings.ts'

export type Answer = {
  status: number
  body: Record<string, unknown> & { error?: { code: string; message: string; field?: string } }
}

/** Sends one body and returns the JSON answer. A stream is sent without its length. */
export async function send(
  url: string,
  body: string | Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array<ArrayBuffer>> | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body, headers, duplex: 'half' })
  const answer: Answer['body'] = JSON.parse(await response.text())
  return { status: response.status, body: answer }
}

export const post = (url: string, { contentType, body }: Encoded) =>
  send(url, new Uint8Array(body), { 'content-type': contentType })
export const postJson = (url: string, text: string) => send(url, text, { 'content-type': 'application/json' })
export const postForm = (url: string, text: string) =>
  send(url, text, { 'content-type': 'application/x-www-form-urlencoded' })

/** Asserts that the answer is this error. */
export function refused(answer: Answer, status: number, code: string, field?: string): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.equal(answer.body.error?.code, code)
  assert.equal(answer.body.error?.field, field)
}
