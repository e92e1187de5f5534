import type { FastifyInstance } from 'fastify'
import { serviceFaultCodes } from '../../creation/retry.ts'
import { type Overview, overviewPage } from './overview-page.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'

const dayMs = 24 * 60 * 60_000

/** The number of running tasks that fit a quick look. */
const maxRunning = 8

/** GET /admin: the instance at a glance. */
export function overviewRoutes(scope: FastifyInstance, site: Site): void {
  scope.get('/admin', { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, overviewPage(site.view(request), await factsOf(site))),
  )
}

async function factsOf(site: Site): Promise<Overview> {
  const { tasks, catalogue, accounts, notices, collections, clock } = site
  const nowMs = clock.now()
  const one = { start: 0, limit: 1 }
  const [
    counts,
    running,
    failedToday,
    faultsToday,
    ratings,
    hidden,
    people,
    reported,
    reportedCollections,
    disk,
    oldestWaitMs,
    derivations,
    imports,
    toReview,
  ] = await Promise.all([
    tasks.records.counts(),
    tasks.records.list({ status: 'processing', start: 0, limit: maxRunning }),
    tasks.records.failedSince(nowMs - dayMs),
    tasks.records.failedSince(nowMs - dayMs, serviceFaultCodes),
    catalogue.ratingCounts(),
    catalogue.hidden(one),
    accounts.find({ text: '', ...one }),
    notices.list({ status: 'open', reason: null }, one),
    collections.reported(one),
    site.diskFacts(),
    tasks.records.oldestWaitMs(),
    tasks.records.derivationCounts(),
    tasks.imports.counts(),
    site.visitorGifs.countWaiting(),
  ])
  return {
    nowMs,
    ...counts,
    waitingSinceMs: counts.waiting === 0 ? null : nowMs - oldestWaitMs,
    importing: imports.waiting + imports.processing,
    deriving: derivations.waiting + derivations.processing,
    running: running.tasks,
    failedToday,
    faultsToday,
    reported: reported.total,
    reportedCollections: reportedCollections.total,
    toReview,
    ratings,
    hidden: hidden.total,
    accounts: people.total,
    disk,
    version: site.version,
  }
}
