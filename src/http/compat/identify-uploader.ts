import type { FastifyReply, FastifyRequest } from 'fastify'
import { uploadCategory } from '../../accounts/apps/upload-category.ts'
import type { Requester } from '../../creation/client.ts'
import { requesterOf } from '../plugins/request-bodies.ts'
import { missingKey } from './app-keys.ts'

/**
 * As whom an app uploads, and the category of its uploads. `bodyKey` is the key that the body of a route with `keyInBody`
 * had, for requests without one in their address. Throws AppError unauthorized without a key, forbidden for one that may
 * not upload, and rate_limited.
 */
export async function identifyUploader(
  request: FastifyRequest,
  reply: FastifyReply,
  bodyKey: string | null,
): Promise<{ from: Requester; categoryId: number }> {
  if (!request.hasCredential) {
    if (bodyKey === null) throw missingKey()
    await request.authenticateBy(reply, bodyKey)
  }
  return { from: requesterOf(request), categoryId: uploadCategory(request.viewer) }
}
