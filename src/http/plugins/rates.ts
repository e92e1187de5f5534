import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/app-error.ts'

export type Rates = { creationsPerMinute: number; readsPerMinute: number }

/** Bounds how often one address may call the API: all creation calls together, and all others together. */
export async function registerRates(scope: FastifyInstance, rates: Rates | null): Promise<void> {
  if (rates === null) return
  await scope.register(rateLimit, { global: false, timeWindow: '1 minute' })
  const creations = scope.createRateLimit({ max: rates.creationsPerMinute })
  const reads = scope.createRateLimit({ max: rates.readsPerMinute })
  scope.addHook('onRequest', async (request) => {
    const limit = await (request.routeOptions.config.creation === true ? creations : reads)(request)
    if (limit.isAllowed || !limit.isExceeded) return
    throw new AppError('rate_limited', 'Too many calls from this address; try again in a moment.', {
      retryAfterSeconds: Math.max(1, limit.ttlInSeconds),
    })
  })
}
