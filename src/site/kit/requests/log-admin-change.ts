import type { FastifyRequest } from 'fastify'
import { accountOf } from './viewer-of-session.ts'

export type ChangeDetails = Record<string, string | number | boolean>

/** Logs a change by an operator, with the operator's id. */
export function logAdminChange(request: FastifyRequest, action: string, details: ChangeDetails): void {
  request.log.info({ admin: accountOf(request).id, action, ...details }, 'an operator changed something')
}
