import * as fc from 'fast-check'
import type { PicturesPlan, VideoPlan } from '#src/media/media-engine.ts'
import { type Mutation, mutate, mutation } from './mutations.ts'
import { clipOptions, gifOptions } from './options.ts'
import type { Seeds } from './seeds.ts'

/** Untrusted files and the requests made with them. */
export type MediaCase = {
  /** The origin of the files, for a person to read. */
  story: string
  files: Buffer[]
  plan: Omit<VideoPlan, 'input'> | Omit<PicturesPlan, 'inputs'>
  [fc.toStringMethod]: () => string
}

type Damage = { seed: string; other: string; mutations: readonly Mutation[]; mendsChecksums: boolean }

/** A slightly mutated file; occasionally an intact one. */
function damaged(names: string[], others: string[]): fc.Arbitrary<Damage> {
  return fc.record({
    seed: fc.constantFrom(...names),
    other: fc.constantFrom(...others),
    // A single change leads deepest into a decoder.
    mutations: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(mutation) },
      { weight: 4, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 5, size: 'max' }) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
    mendsChecksums: fc.boolean(),
  })
}

/** A real clip is large: only a short part of it is made. */
const maxRealSeconds = 2

const startSeconds = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 5, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(59, 3600, 36_000, 1e9) },
)
const clipSeconds = fc.oneof(
  { weight: 5, arbitrary: fc.double({ min: 0.02, max: 3, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0.001, 10, 60) },
)

/** A damaged video, and a clip of it. */
export function videoCases(seeds: Seeds): fc.Arbitrary<MediaCase> {
  const names = [...seeds.videos.keys()]
  return fc
    .record({
      damage: damaged(names, names),
      start: startSeconds,
      length: clipSeconds,
      marked: fc.boolean(),
      gif: gifOptions,
      clip: clipOptions,
    })
    .map(({ damage, start, length, marked, gif, clip }) => {
      const isReal = damage.seed.startsWith('real-')
      const story = tell(damage)
      return {
        story,
        [fc.toStringMethod]: () => story,
        files: [make(damage, seeds.videos)],
        plan: {
          kind: 'video',
          startSeconds: start,
          endSeconds: start + (isReal ? Math.min(length, maxRealSeconds) : length),
          watermarkText: marked ? 'example.org' : null,
          gif,
          clip,
        },
      }
    })
}

const side = fc.oneof(fc.constantFrom(16, 17, 64), fc.integer({ min: 16, max: 400 }))

/** Some pictures, damaged or of another type altogether, with a valid one before or after them. */
export function pictureCases(seeds: Seeds): fc.Arbitrary<MediaCase> {
  const names = [...seeds.pictures.keys()]
  const right = seeds.pictures.get('plain.png') ?? Buffer.alloc(0)
  return fc
    .record({
      damages: fc.array(damaged(names, names), { minLength: 1, maxLength: 3 }),
      rightFirst: fc.boolean(),
      width: side,
      height: side,
      resize: fc.boolean(),
      delayMs: fc.constantFrom(100, 130, 1000),
      marked: fc.boolean(),
      gif: gifOptions,
    })
    .map(({ damages, rightFirst, width, height, resize, delayMs, marked, gif }) => {
      const bad = damages.map((damage) => make(damage, seeds.pictures))
      const story = damages.map(tell).join('; ')
      return {
        story,
        [fc.toStringMethod]: () => story,
        files: rightFirst ? [right, ...bad] : [...bad, right],
        plan: {
          kind: 'pictures',
          width,
          height,
          resize,
          delayMs,
          watermarkText: marked ? 'example.org' : null,
          gif,
        },
      }
    })
}

function make({ seed, other, mutations, mendsChecksums }: Damage, files: Map<string, Buffer>): Buffer {
  const [bytes, splice] = [files.get(seed), files.get(other)]
  if (bytes === undefined || splice === undefined) throw new Error(`no seed ${seed} or ${other}`)
  return mutate(bytes, mutations, splice, { mendsChecksums })
}

function tell({ seed, other, mutations }: Damage): string {
  const steps = mutations.map((one) => {
    const text = JSON.stringify(one, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    return one.do === 'splice' ? `${text} of ${other}` : text
  })
  return [seed, ...steps].join(' + ')
}
