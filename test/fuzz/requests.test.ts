import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isFullRun } from '../support/full-run.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { assertBounded } from './assert-bounded.ts'
import { expect } from './fault.ts'
import { compatOperations } from './requests/compat-operations.ts'
import { apiOperations, siteOperations } from './requests/operations.ts'
import { requestCase } from './requests/request-case.ts'
import { requests } from './requests/requests.ts'
import type { Files } from './requests/values.ts'
import { oneConnection } from '../support/http/exact-request.ts'
import { makeWorld } from './requests/world.ts'
import { startHere, type Target } from './target.ts'
import { Tally } from './tally.ts'

/** Each round has accounts and GIFs of its own, since some requests end and remove the objects they name. */
const seeds = isFullRun ? [1, 2] : [1]
const runs = isFullRun ? 150 : 80
/** No request may block the event loop this long, on the slowest machine. */
const maxBusyMs = 5_000

describe('any request gets a clear answer, and the next call is answered', () => {
  let target: Target
  let files: Files
  before(async () => {
    const folder = await ensureFixtures()
    target = await startHere({ WORKER_CONCURRENCY: '0' })
    files = {
      video: await readFile(join(folder, 'still.gif')),
      picture: await readFile(join(folder, 'pictures', 'plain.png')),
    }
  })
  after(async () => {
    oneConnection.destroy()
    await target.stop()
  })

  for (const [name, operationsOf] of [
    ['to every operation of the API', apiOperations],
    ['to every route of the site', siteOperations],
    ['to every call of the compatible interfaces', compatOperations],
  ] as const) {
    test(name, async (t) => {
      const tally = new Tally()
      let maxMs = 0
      const operations = await operationsOf()
      for (const seed of seeds) {
        const world = await makeWorld(target, files)
        await assertBounded(
          requests(operations, world),
          async (request) => {
            const begun = performance.now()
            const usedBefore = process.threadCpuUsage()
            const outcome = await requestCase(target, request)
            // Processor time of the service and of its client here: time used by other processes does not count.
            const { user, system } = process.threadCpuUsage(usedBefore)
            maxMs = Math.max(maxMs, (user + system) / 1000)
            tally.add(outcome, performance.now() - begun, `${request.method} ${request.path}`)
          },
          { seed, runs },
        )
      }
      t.diagnostic(`${tally.cases} requests: ${tally.counts().join(' · ')}; loop busy ${maxMs} ms at most`)
      expect(maxMs < maxBusyMs, `a request blocked the event loop for ${maxMs} ms`)
    })
  }
})
