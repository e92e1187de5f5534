import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isFullRun } from '../support/full-run.ts'
import { oneConnection } from '../support/http/exact-request.ts'
import { ensureFixtures } from '../support/media/fixtures.ts'
import { leastOfThree, limitMs, mainThreadMsOf } from '../support/processes/main-thread.ts'
import { allOperations, costlyWorld } from './costly/all-requests.ts'
import { shapedBodies } from './costly/bodies.ts'
import { headerRequests } from './costly/headers.ts'
import {
  addressRequests,
  answerTo,
  bodyFields,
  bodyRequests,
  type CostlyRequest,
  type Field,
  layerRequests,
  namedLimit,
  tooLong,
} from './costly/requests.ts'
import { costlyTexts } from './costly/texts.ts'
import type { Operation } from './requests/operations.ts'
import type { World } from './requests/requests.ts'
import { makeWorld } from './requests/world.ts'
import { startApart } from './target.ts'

describe('a text that is expensive to read', () => {
  let target: Awaited<ReturnType<typeof startApart>>
  let world: World
  let operations: Operation[]
  let fields: Field[]
  let meter: Meter
  before(async () => {
    const folder = await ensureFixtures()
    target = await startApart({ WORKER_CONCURRENCY: '0', WAITING_PER_CLIENT: '100000', ...signOn })
    const files = {
      video: await readFile(join(folder, 'still.gif')),
      picture: await readFile(join(folder, 'pictures', 'plain.png')),
    }
    world = costlyWorld(await makeWorld(target, files))
    operations = await allOperations()
    fields = bodyFields(operations, world)
    meter = new Meter(target)
  })
  after(async () => {
    oneConnection.destroy()
    await target.stop()
  })

  test('is refused by each field for which it is too long, with the name and the limit of the field', async () => {
    // The report of GIF events is answered with 200 whatever it contains.
    const limited = fields.filter((field) => namedLimit(field) < Infinity && field.name !== 'events')
    const faults: string[] = []
    for (const field of limited) {
      const { status, body } = await answerTo(target.url, tooLong(field))
      const text = body.toString('utf8')
      const isNamed =
        text.includes(`\`${field.name}\` must `) && text.includes(` ${namedLimit(field)} characters`)
      // GIPHY has no status 422.
      if (status === (field.operation.path.includes('/v1/') ? 400 : 422) && isNamed) continue
      faults.push(`${field.operation.path} ${field.name}: ${status} ${text.slice(0, 300)}`)
    }
    assert.deepEqual(faults, [])
  })

  test('costs the main thread milliseconds in every field of every form and call', async (t) => {
    for (const [place, field] of fields.entries())
      await meter.measure(some(bodyRequests(field, place), 25, place))
    await meter.measure(some(layerRequests(fields), 10))
    t.diagnostic(meter.takeReport())
  })

  test('costs the main thread milliseconds in every address', async (t) => {
    for (const [place, operation] of operations.entries()) {
      // Address values are short: each gets only some of the kinds, API calls more than pages.
      const step = operation.path.startsWith('/api') || operation.path.startsWith('/v') ? 5 : 90
      const kindsOf = (name: number) => kinds.filter((_kind, turn) => (17 * name + place + turn) % step === 0)
      if (operation.method !== 'GET') continue
      await meter.measure(some(addressRequests(operation, world, kindsOf), 10, place))
    }
    t.diagnostic(meter.takeReport())
  })

  test('costs the main thread milliseconds in headers, and in every part of a body', async (t) => {
    await meter.measure(
      some(
        headerRequests(world, (place) => place % 4 === 0),
        13,
      ),
    )
    await meter.measure(some(shapedBodies(), 5))
    t.diagnostic(meter.takeReport())
  })
})

const kinds = Object.keys(costlyTexts)

/**
 * All requests in the full run; else one in `step`, starting at a different place each time, so that each field and
 * kind has its turn.
 */
function some(requests: CostlyRequest[], step: number, place = 0): CostlyRequest[] {
  return isFullRun ? requests : requests.filter((_request, turn) => (turn + place) % step === 0)
}

/** Nobody signs in with it, but it enables its forms. */
const signOn = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'costly' }

/** Measures requests, fails if one holds the main thread for too long or causes a server error, and keeps the worst. */
class Meter {
  readonly #target: Awaited<ReturnType<typeof startApart>>
  #count = 0
  #worst: [ms: number, request: string][] = []

  constructor(target: Awaited<ReturnType<typeof startApart>>) {
    this.#target = target
  }

  async measure(requests: readonly CostlyRequest[]): Promise<void> {
    for (const request of requests) {
      const name = `${request.method} ${request.operation.path} ${request.what}`
      let status = 0
      const ms = await leastOfThree(() =>
        mainThreadMsOf(this.#target.pid, async () => {
          const answer = await answerTo(this.#target.url, request).catch((cause: unknown) => {
            throw new Error(`${name}: no answer`, { cause })
          })
          status = answer.status
        }),
      )
      assert.ok(ms < limitMs, `${name}: ${ms} ms of the main thread`)
      // oEmbed does not support every format, and the sign-on provider does not run.
      assert.ok(status < 500 || /oembed|sign-on|\/login\/confirm/.test(name), `${name}: answered ${status}`)
      this.#count += 1
      this.#worst = [...this.#worst, [ms, name] as [number, string]]
        .toSorted(([one], [other]) => other - one)
        .slice(0, 5)
    }
  }

  /** Returns the number of requests and the worst of them. */
  takeReport(): string {
    const worst = this.#worst.map(([ms, name]) => `${name}: ${ms.toFixed(1)} ms`)
    const report = `${this.#count} requests; the worst: ${worst.join('; ')}`
    this.#count = 0
    this.#worst = []
    return report
  }
}
