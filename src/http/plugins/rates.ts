import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/app-error.ts'

export type Rates = { creationsPerMinute: number; readsPerMinute: number }

/** Bounds how often one address may call the API; creations are counted on their own. */
export async function registerRates(scope: FastifyInstance, rates: Rates | null): Promise<void> {
  if (rates === null) return
  scope.addHook('onRoute', (route) => {
    const creation = route.config?.creation === true
    route.config = {
      ...route.config,
      rateLimit: {
        max: creation ? rates.creationsPerMinute : rates.readsPerMinute,
        groupId: creation ? 'creation' : 'read',
      },
    }
  })
  await scope.register(rateLimit, {
    global: false,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', 'Too many calls from this address; try again in a moment.', {
        retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)),
      }),
  })
}
