import assert from 'node:assert/strict'
import type { Grip } from '#src/site/kit/client/crop/crop-geometry.ts'
import { test } from 'node:test'
import { randomRuns } from '../../../support/full-run.ts'
import fc from 'fast-check'
import { blurDefaults, pictureDefaults, textDefaults } from '#src/layers/layer-defaults.ts'
import type { BlurLayer, Layer, PictureLayer, TextLayer } from '#src/layers/layer.ts'
import {
  angleTowards,
  movedLayer,
  resizedLayer,
  rotationOf,
  shareAbove,
  snapped,
} from '#src/site/maker/client/layers/layer-geometry.ts'
import { layersToSend } from '#src/site/maker/client/layers/layer-stack.ts'
import { withSpan, withSpanEnd, withSpanMoved } from '#src/site/maker/client/layers/layer-time.ts'

const area = { width: 400, height: 200 }
const text: TextLayer = { ...textDefaults, type: 'text', text: 'Hello', width: 0.5 }
const picture: PictureLayer = { ...pictureDefaults, type: 'picture', picture: 0, width: 0.25 }
const region: BlurLayer = { ...blurDefaults, type: 'blur' }

test('a dragged layer snaps to the middle and to the edges, and its middle stays on the picture', () => {
  assert.deepEqual(movedLayer(picture, { x: 40, y: -20 }, area), { ...picture, x: 0.6, y: 0.4 })
  assert.deepEqual(movedLayer(picture, { x: 4000, y: -2000 }, area), { ...picture, x: 1, y: 0 })
  const box = { width: 100, height: 50 }
  const near = snapped({ ...picture, x: 0.508, y: 0.3 }, box, area)
  assert.deepEqual([near.layer.x, near.layer.y, near.guides], [0.5, 0.3, { x: 0.5, y: null }])
  const corner = snapped({ ...picture, x: 0.13, y: 0.87 }, box, area)
  assert.deepEqual([corner.layer.x, corner.layer.y, corner.guides], [0.125, 0.875, { x: 0, y: 1 }])
  const top = snapped({ ...text, anchor: 'top', y: 0.02 }, { width: 200, height: 30 }, area)
  assert.deepEqual([top.layer.y, top.guides.y], [0, 0], 'its upper edge is on that of the picture')
})

test('the handle above a layer follows the pointer, and prefers multiples of 45°', () => {
  const center = { x: 100, y: 100 }
  assert.equal(angleTowards(center, { x: 100, y: 20 }), 0)
  assert.equal(angleTowards(center, { x: 180, y: 103 }), 90)
  assert.equal(angleTowards(center, { x: 20, y: 100 }), -90)
  assert.equal(angleTowards(center, { x: 130, y: 48 }), 30)
  assert.equal(angleTowards(center, { x: 100, y: 180 }), 180)
})

test('pulling any corner leaves the opposite one in place, at any rotation of the layer', () => {
  const sides = fc.constantFrom(-1 as const, 1 as const)
  const pull = fc.double({ min: -30, max: 60, noNaN: true })
  const turned = fc.integer({ min: -179, max: 180 })
  fc.assert(
    fc.property(
      fc.constantFrom<Layer>(text, picture, region),
      sides,
      sides,
      pull,
      pull,
      turned,
      (kind, across, down, x, y, degrees) => {
        const layer = kind.type === 'blur' ? kind : { ...kind, rotation: degrees }
        const box = { width: layer.width * area.width, height: 50 }
        const grip: Grip = { across, down }
        const upright = layer.type === 'blur' ? { ...layer, height: box.height / area.height } : layer
        const pulled = resizedLayer(upright, { grip, by: { x, y }, box, area })
        const grown = {
          width: pulled.width * area.width,
          height:
            pulled.type === 'blur'
              ? pulled.height * area.height
              : (box.height * pulled.width) / upright.width,
        }
        const opposite = { across: -across, down: -down }
        const [before, after] = [cornerOf(upright, box, opposite), cornerOf(pulled, grown, opposite)]
        assert.ok(
          Math.hypot(before.x - after.x, before.y - after.y) < 0.01,
          JSON.stringify({ before, after }),
        )
      },
    ),
    randomRuns(100),
  )
})

/** The position of a corner of a layer, in pixels. */
function cornerOf(
  layer: Layer,
  { width, height }: { width: number; height: number },
  { across, down }: { across: number; down: number },
) {
  const radians = (rotationOf(layer) * Math.PI) / 180
  const [right, below] = [(across * width) / 2, (down * height) / 2]
  const center = {
    x: layer.x * area.width,
    y: layer.y * area.height + (0.5 - shareAbove(layer)) * height,
  }
  return {
    x: center.x + right * Math.cos(radians) - below * Math.sin(radians),
    y: center.y + right * Math.sin(radians) + below * Math.cos(radians),
  }
}

test('a span is open where it reaches an end of the clip', () => {
  const clip = { start: 1, end: 5 }
  const whole = { ...text, start: null, end: null }
  const later = withSpanEnd(clip, 'start', 2.5, clip)
  assert.deepEqual(withSpan(whole, later, clip), { ...text, start: 2.5, end: null })
  assert.deepEqual(withSpan(whole, withSpanEnd(later, 'start', -3, clip), clip), whole)
  assert.deepEqual(withSpanEnd({ start: 2, end: 3 }, 'end', 0, clip), { start: 2, end: 2.1 })
  assert.deepEqual(withSpanMoved({ start: 2, end: 3 }, 9, clip), { start: 4, end: 5 })
})

test('layers that show the same picture share its file, and invisible layers are not sent', () => {
  const [one, other] = [new File(['1'], 'one.png'), new File(['2'], 'other.png')]
  const items = [
    { key: 1, layer: picture, sticker: { file: other, kept: null, address: '', aspect: 1 } },
    { key: 2, layer: picture, sticker: { file: null, kept: null, address: '', aspect: 1 } },
    { key: 3, layer: { ...text, text: ' \n' }, sticker: null },
    { key: 4, layer: picture, sticker: { file: one, kept: null, address: '', aspect: 1 } },
    { key: 5, layer: picture, sticker: { file: other, kept: null, address: '', aspect: 1 } },
    { key: 6, layer: region, sticker: null },
    { key: 7, layer: picture, sticker: { file: null, kept: 'source.sticker', address: '', aspect: 1 } },
  ]
  const { layers, kept, files } = layersToSend(items)
  assert.deepEqual(files, [other, one])
  assert.deepEqual(
    kept.map((sticker) => sticker.kept),
    ['source.sticker'],
  )
  const place = (number: number) => ({ ...picture, picture: number })
  assert.deepEqual(layers, [place(1), place(2), place(1), region, place(0)], 'kept ones come first')
})
