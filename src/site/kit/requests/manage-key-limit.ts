import type { FastifyRequest } from 'fastify'
import type { Counter } from '../../../cluster/counters.ts'
import { rateLimited } from '../../../http/plugins/rate-limited.ts'
import { AppError } from '../../../lib/app-error.ts'
import { clientKey } from '../../../lib/net/client-key.ts'
import { english } from '../../messages/en/messages.ts'

/** Limits the number of wrong manage keys per client address. */
export type ManageKeyLimit = {
  /** Runs `open`, which throws AppError not_found for a wrong key. Throws AppError rate_limited beyond the limit. */
  check<T>(request: FastifyRequest, open: () => Promise<T>): Promise<T>
}

/** Allows `max` wrong keys per address in the counter's window; null for no limit. */
export function manageKeyLimit(counter: Counter, max: number | null): ManageKeyLimit {
  if (max === null) return { check: (_request, open) => open() }
  return {
    async check(request, open) {
      const address = clientKey(request.ip)
      // Counted first, so that parallel requests cannot bypass the limit.
      const { remaining, resetSeconds } = await counter.add(address, max)
      if (remaining < 0) throw rateLimited(english.publishing.manage.tooManyWrong, resetSeconds)
      try {
        const opened = await open()
        await counter.undo(address)
        return opened
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'not_found')) await counter.undo(address)
        throw error
      }
    },
  }
}
