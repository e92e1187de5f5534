import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/app-error.ts'

export type Rates = { creationsPerMinute: number; readsPerMinute: number }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files that a page brings by the dozen are not counted. */
    isUncounted?: boolean
  }
}

/** Bounds how often one address may call: all creation calls together, and all other calls and pages together. */
export async function registerRates(app: FastifyInstance, rates: Rates | null): Promise<void> {
  if (rates === null) return
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' })
  const creations = app.createRateLimit({ max: rates.creationsPerMinute })
  const reads = app.createRateLimit({ max: rates.readsPerMinute })
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions
    if (config.isUncounted === true) return
    const limit = await (config.creation === true ? creations : reads)(request)
    if (limit.isAllowed || !limit.isExceeded) return
    throw new AppError('rate_limited', 'Too many calls from this address; try again in a moment.', {
      retryAfterSeconds: Math.max(1, limit.ttlInSeconds),
    })
  })
}
