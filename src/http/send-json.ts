import type { FastifyReply } from 'fastify'
import { keepWhenSent } from './records/answer-memory.ts'

/** Sends finished JSON: the schema of the route, which would serialize it, only documents it. */
export function sendJson(reply: unknown, json: string | Buffer): FastifyReply {
  // The type of a route's reply accepts only what its schema describes.
  const sending = reply as FastifyReply
  if (typeof json !== 'string') keepWhenSent(sending.raw, json)
  return sending.type('application/json; charset=utf-8').send(json)
}
