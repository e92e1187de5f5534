import type { FastifyReply } from 'fastify'

/** Lets caches on the way keep an answer for as long as it may be behind the catalogue. */
export function cacheBriefly(reply: unknown): void {
  // The type of a route's reply takes nothing but what its schema describes.
  void (reply as FastifyReply).header('cache-control', 'public, max-age=30')
}
