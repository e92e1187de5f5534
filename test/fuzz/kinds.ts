import * as fc from 'fast-check'
import type { RenderPool } from '#src/adapters/render-pool/render-pool.ts'
import { type MediaCase, pictureCases, videoCases } from './media/cases.ts'
import { createCase } from './media/create-case.ts'
import { renderCase } from './media/render-case.ts'
import type { Seeds } from './media/seeds.ts'
import { compatOperations } from './requests/compat-operations.ts'
import { apiOperations, siteOperations } from './requests/operations.ts'
import { requestCase } from './requests/request-case.ts'
import { type FuzzRequest, requests } from './requests/requests.ts'
import { makeWorld } from './requests/world.ts'
import type { Target } from './target.ts'
import type { Tally } from './tally.ts'

/** The targets of the runs. */
export type Bench = {
  /** Answers; makes no GIFs. */
  answering: Target
  /** Makes GIFs too. */
  making: Target
  pool: RenderPool
  seeds: Seeds
}

type Found = { seed: number; path: string; fault: string; asked: unknown; files: Buffer[] }

/** One round of many cases; `path` leads to one of them. Returns the first fault, made as small as possible. */
export type Kind = (round: { seed: number; path?: string; tally: Tally }) => Promise<Found | null>

/** Shrinking a fault ends after this time, with the smallest found so far. */
const maxRoundMs = 240_000

/** Everything that is fuzzed, by name. */
export function fuzzKinds({ answering, making, pool, seeds }: Bench): Record<string, Kind> {
  const [video, picture] = [seeds.videos.get('still.gif'), seeds.pictures.get('plain.png')]
  if (video === undefined || picture === undefined) throw new Error('the fixtures are incomplete')
  const requestKind = (operationsOf: typeof apiOperations) =>
    kind({
      cases: 400,
      from: async () => requests(await operationsOf(), await makeWorld(answering, { video, picture })),
      run: (request: FuzzRequest) => requestCase(answering, request),
      show: ({ operation, method, path, headers, body }: FuzzRequest) => ({
        story: `${operation.method} ${operation.path}: ${method} ${path}`,
        asked: { method, path, headers },
        files: body === null ? [] : [body],
      }),
    })
  const mediaKind = (casesOf: typeof videoCases, cases: number, run: (one: MediaCase) => Promise<string>) =>
    kind({
      cases,
      from: async () => casesOf(seeds),
      run,
      show: ({ story, plan, files }: MediaCase) => ({ story, asked: { story, plan }, files }),
    })
  const either = (all: Seeds) => fc.oneof(videoCases(all), pictureCases(all))
  return {
    api: requestKind(apiOperations),
    site: requestKind(siteOperations),
    compat: requestKind(compatOperations),
    videos: mediaKind(videoCases, 16, (one) => renderCase(pool, one)),
    pictures: mediaKind(pictureCases, 24, (one) => renderCase(pool, one)),
    creations: mediaKind(either, 5, (one) => createCase(making, one)),
  }
}

type Given<Case> = {
  /** The number of cases in a round. */
  cases: number
  from: () => Promise<fc.Arbitrary<Case>>
  /** Returns the outcome; throws if a promise is broken. */
  run: (one: Case) => Promise<string>
  show: (one: Case) => { story: string; asked: unknown; files: Buffer[] }
}

function kind<Case>({ cases, from, run, show }: Given<Case>): Kind {
  return async ({ seed, path, tally }) => {
    const property = fc.asyncProperty(await from(), async (one) => {
      const begun = performance.now()
      const outcome = await run(one)
      tally.add(outcome, performance.now() - begun, show(one).story)
    })
    const details = await fc.check(property, {
      seed,
      numRuns: path === undefined ? cases : 1,
      interruptAfterTimeLimit: maxRoundMs,
      ...(path !== undefined && { path, endOnFailure: true }),
    })
    if (!details.failed || details.counterexample === null) return null
    const { asked, files } = show(details.counterexample[0])
    const { errorInstance: error } = details
    const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { seed, path: details.counterexamplePath ?? '', fault, asked, files }
  }
}
