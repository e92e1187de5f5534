import type { FastifyReply } from 'fastify'

/** Lets caches keep a response for as long as it may lag behind the catalogue. */
export function cacheBriefly(reply: unknown): void {
  // The type of a route's reply accepts only what its schema describes.
  void (reply as FastifyReply).header('cache-control', 'public, max-age=30')
}
