import { after, before, describe, test } from 'node:test'
import { startPool } from '../support/rendering/rendering.ts'
import { assertBounded } from './assert-bounded.ts'
import { pictureCases, videoCases } from './media/cases.ts'
import { fuzzLimits, renderCase } from './media/render-case.ts'
import { loadSeeds, type Seeds } from './media/seeds.ts'
import { Tally } from './tally.ts'

const seed = 4

describe('a damaged file ends in a GIF with sound files or in a clear error', () => {
  const pool = startPool({ after }, fuzzLimits)
  let seeds: Seeds
  before(async () => {
    seeds = await loadSeeds()
  })

  for (const [kind, casesOf, runs] of [
    ['a video', videoCases, 16],
    ['pictures', pictureCases, 12],
  ] as const) {
    test(kind, async (t) => {
      const tally = new Tally()
      await assertBounded(
        casesOf(seeds),
        async (one) => {
          const begun = performance.now()
          tally.add(await renderCase(pool, one), performance.now() - begun, one.story)
        },
        { seed, runs },
      )
      t.diagnostic(`${tally.cases} cases: ${tally.counts().join(' · ')}`)
    })
  }
})
