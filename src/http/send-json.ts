import type { FastifyReply } from 'fastify'

/** Sends JSON that is put together already: the schema of the route, which would serialise it, only describes it. */
export function sendJson(reply: unknown, json: string | Buffer): FastifyReply {
  // The type of a route's reply takes nothing but what its schema describes.
  return (reply as FastifyReply).type('application/json; charset=utf-8').send(json)
}
