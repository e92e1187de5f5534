import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../lib/app-error.ts'

/** How often one address may call in a minute, by what the call is. */
export type Rates = {
  creationsPerMinute: number
  readsPerMinute: number
  signInsPerMinute: number
  reportsPerMinute: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the call counts as; a read when it says nothing. Files that a page brings by the dozen are not counted. */
    rate?: 'creation' | 'read' | 'signIn' | 'report' | 'uncounted'
  }
}

/** Bounds how often one address may call: all calls of a kind together. */
export async function registerRates(app: FastifyInstance, rates: Rates | null): Promise<void> {
  if (rates === null) return
  await app.register(rateLimit, { global: false, timeWindow: '1 minute' })
  const limits = {
    creation: app.createRateLimit({ max: rates.creationsPerMinute }),
    read: app.createRateLimit({ max: rates.readsPerMinute }),
    signIn: app.createRateLimit({ max: rates.signInsPerMinute }),
    report: app.createRateLimit({ max: rates.reportsPerMinute }),
  }
  app.addHook('onRequest', async (request) => {
    const { rate = 'read' } = request.routeOptions.config
    if (rate === 'uncounted') return
    const limit = await limits[rate](request)
    if (limit.isAllowed || !limit.isExceeded) return
    throw new AppError('rate_limited', 'Too many calls from this address; try again in a moment.', {
      retryAfterSeconds: Math.max(1, limit.ttlInSeconds),
    })
  })
}
