import * as fc from 'fast-check'
import { type ClipOptions, defaultClipOptions } from '#src/options/clip-options.ts'
import { type GifOptions, gifPresets, defaultGifOptions } from '#src/options/gif-options.ts'

/** The options of a GIF: mostly none. */
export const gifOptions: fc.Arbitrary<GifOptions> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(defaultGifOptions) },
  {
    weight: 1,
    arbitrary: fc.record({
      preset: fc.constantFrom(...gifPresets),
      maxBytes: fc.constant(null),
      loops: fc.integer({ min: 0, max: 3 }),
      reverse: fc.boolean(),
      boomerang: fc.boolean(),
    }),
  },
)

const crop = fc.record({
  x: fc.integer({ min: 0, max: 40 }),
  y: fc.integer({ min: 0, max: 40 }),
  width: fc.integer({ min: 1, max: 150 }),
  height: fc.integer({ min: 1, max: 100 }),
})

/** The options of a clip: mostly none. */
export const clipOptions: fc.Arbitrary<ClipOptions> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(defaultClipOptions) },
  {
    weight: 1,
    arbitrary: fc
      .record({
        speed: fc.constantFrom(0.25, 0.5, 1, 1.37, 4),
        crop: fc.option(crop),
        fps: fc.option(fc.constantFrom(1, 12, 30)),
        width: fc.option(fc.integer({ min: 16, max: 640 })),
        autoLoop: fc.boolean(),
      })
      .map((options) => ({ ...defaultClipOptions, ...options })),
  },
)
