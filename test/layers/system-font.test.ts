import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCompositor } from '#src/layers/compositor.ts'
import { filesFor } from '#src/layers/fonts/font-index.ts'
import { systemParts } from '#src/layers/fonts/system-parts.ts'
import { defaultLayerLimits } from '#src/layers/layer-limits.ts'
import { openPackagedEngine } from '#src/layers/node/open-engine.ts'
import { systemFont } from '#src/layers/node/system-font.ts'
import { parseLayers } from '#src/layers/parse-layers.ts'

test('a font of the machine is in parts that do not overlap, of which a text needs only some', () => {
  const parts = systemParts('abc')
  const ranges = parts.flatMap(({ ranges: [range] }) => (range === undefined ? [] : [range]))
  assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length)
  for (const [index, [first, last]] of ranges.entries())
    assert.ok(first <= last && first > (ranges[index - 1]?.[1] ?? 0))
  const names = filesFor('世界', 'sans', { system: parts }).map(({ name }) => name)
  assert.deepEqual(names, ['system-abc-4e00', 'system-abc-7500'])
  assert.deepEqual(filesFor('a', 'sans', { system: parts }), [])
})

test('Japanese, Chinese and Korean are drawn with the font of the machine', async () => {
  assert.ok(systemFont(), 'scripts/setup.sh --test installs one')
  const [layer] = parseLayers([{ type: 'text', text: 'こんにちは 世界 안녕하세요 （全角）' }], {
    limits: defaultLayerLimits,
    stickers: 0,
  })
  const size = { width: 320, height: 180 }
  const compositor = await createCompositor([layer!], {
    ...size,
    pictures: [],
    openEngine: openPackagedEngine,
  })
  assert.deepEqual(compositor.missing, [])
  compositor.close()
})
