import type { FastifyInstance } from 'fastify'
import type { Site } from '../site.ts'
import { decisionRoutes } from './decision-routes.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { reportRoutes } from './report-routes.ts'

/** Reporting a GIF, the receipt of it, and decisions as owners read them. */
export function noticeRoutes(scope: FastifyInstance, site: Site): void {
  reportRoutes(scope, site)
  receiptRoutes(scope, site)
  decisionRoutes(scope, site)
}
