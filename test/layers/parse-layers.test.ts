import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#src/lib/app-error.ts'
import { blurDefaults, classicCaptions, pictureDefaults, textDefaults } from '#src/layers/layer-defaults.ts'
import { defaultLayerLimits, layerRanges, maxLayersBytes } from '#src/layers/layer-limits.ts'
import { formatLayers, parseLayers } from '#src/layers/parse-layers.ts'
import { randomRuns } from '../support/full-run.ts'

const context = { limits: defaultLayerLimits, stickers: 2 }
const parse = (input: unknown) => parseLayers(input, context)

/** The message that refuses these layers. */
function refusal(input: unknown): string {
  try {
    parse(input)
  } catch (error) {
    assert.ok(error instanceof AppError)
    assert.deepEqual([error.code, error.field], ['invalid_value', 'layers'])
    return error.message
  }
  throw new Error('the layers were accepted')
}

test('layers are read from JSON or an array, with a default for every omitted value', () => {
  const short = [{ type: 'text', text: 'Hi\r\nthere' }, { type: 'picture', picture: 1 }, { type: 'blur' }]
  const full = [
    { type: 'text', text: 'Hi\nthere', ...textDefaults },
    { type: 'picture', picture: 1, ...pictureDefaults },
    { type: 'blur', ...blurDefaults },
  ]
  assert.deepEqual(parse(short), full)
  assert.deepEqual(parse(JSON.stringify(short)), full)
  assert.deepEqual(parse(formatLayers(parse(short))), full)
  assert.deepEqual([parse('[]'), parse(' '), parse([])], [[], [], []])
})

test('the classic style is a caption at the top and one at the bottom', () => {
  const captions = classicCaptions('top', ' bottom ')
  assert.deepEqual(
    captions.map(({ text, anchor }) => [text, anchor]),
    [
      ['top', 'top'],
      [' bottom ', 'bottom'],
    ],
  )
  assert.deepEqual(parse(formatLayers(captions)), captions)
  assert.deepEqual(classicCaptions(' ', ''), [])
})

test('an invalid value is reported with its path and the accepted values', () => {
  const text = { type: 'text', text: 'Hi' }
  const cases: [unknown, string][] = [
    [{}, '`layers` must be a JSON array of layers.'],
    ['{', '`layers` must be valid JSON.'],
    [[1], '`layers[0]` must be an object.'],
    [[text, { type: 'video' }], '`layers[1].type` must be "text", "picture" or "blur".'],
    [[{ ...text, size: 2 }], '`layers[0].size` must be a number from 0.01 to 1.'],
    [[{ ...text, x: '0.5' }], '`layers[0].x` must be a number from -0.5 to 1.5.'],
    [[{ ...text, x: Number.NaN }], '`layers[0].x` must be a number from -0.5 to 1.5.'],
    [[{ ...text, font: 'comic' }], '`layers[0].font` must be "impact", "sans", "serif", "hand" or "mono".'],
    [[{ ...text, color: 'red' }], '`layers[0].color` must be a color as #rrggbb or #rrggbbaa.'],
    [[{ ...text, outline: { width: 9 } }], '`layers[0].outline.width` must be a number from 0 to 0.3.'],
    [[{ ...text, outline: 3 }], '`layers[0].outline` must be an object.'],
    [[{ ...text, start: 2, end: 2 }], '`layers[0].end` must be greater than its `start`.'],
    [[{ type: 'text', text: ' \u200b\u200d' }], '`layers[0].text` must be a text of 1 to 500 characters.'],
    [[{ type: 'text', text: 'a'.repeat(501) }], '`layers[0].text` must be a text of 1 to 500 characters.'],
    [
      [{ type: 'picture', picture: 2 }],
      '`layers[0].picture` must be a whole number from 0 to 1: which of the pictures in `stickers[]`.',
    ],
    [
      [{ type: 'blur', rotation: 3 }],
      '`layers[0]` has the unknown key "rotation"; known are "type", "x", "y", "width", "start", "end", "height", "style", "strength".',
    ],
  ]
  for (const [input, message] of cases) assert.equal(refusal(input), message)
})

test('layers are read up to the allowed number, and no more', () => {
  const blurs = (count: number) => Array.from({ length: count }, () => ({ type: 'blur' }))
  assert.equal(parse(blurs(50)).length, 50)
  assert.equal(refusal(blurs(51)), '`layers` must be at most 50 layers, and these are 51.')
})

test('layers that are bombs are refused before they cost anything', () => {
  const many = Array.from({ length: 10_000 }, () => ({ type: 'blur' }))
  for (const input of [many, JSON.stringify(many)])
    assert.equal(refusal(input), '`layers` must be at most 50 layers, and these are 10000.')
  assert.equal(
    refusal(`[{"type":"text","text":"${'a'.repeat(1_000_000)}"}]`),
    '`layers` must be at most 192 KB of JSON.',
  )
  assert.equal(refusal('é'.repeat(maxLayersBytes / 2 + 1)), '`layers` must be at most 192 KB of JSON.')
  for (const deep of ['['.repeat(100_000), '{"a":'.repeat(20_000), `[${'{"type":'.repeat(9)}`])
    assert.equal(refusal(deep), '`layers` must be an array of objects, nested no deeper.')
  // Without the limit of its length, composing this would take seconds.
  assert.match(refusal([{ type: 'text', text: `a${'\u0301'.repeat(2_000_000)}` }]), /1 to 500 characters/)
  assert.match(refusal([{ type: 'text', text: '\u200b'.repeat(400) }]), /1 to 500 characters/)
  assert.equal(parse(`[{"type":"text","text":"${'[{'.repeat(200)}"}]`).length, 1)
})

test('any input of layers is refused with a message or within all ranges', () => {
  const key = fc.constantFrom('x', 'y', 'width', 'start', 'end', 'size', 'height', 'text', 'color', 'outline')
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: 0.01, max: 1 }) },
    fc.double(),
    fc.integer({ min: -2, max: 2 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(null, true, '#fff000', 'sans', { color: '#000000', width: 0.1 }),
  )
  const layer = fc
    .tuple(fc.constantFrom('text', 'picture', 'blur'), fc.dictionary(key, value, { maxKeys: 2 }))
    .map(([type, rest]) => ({
      ...(type === 'text' && { text: 'Hi' }),
      ...(type === 'picture' && { picture: 0 }),
      ...rest,
      type,
    }))
  const any = fc.oneof(fc.array(layer, { maxLength: 3 }), fc.jsonValue(), fc.json(), fc.string())
  let runs = 0
  let accepted = 0
  fc.assert(
    fc.property(any, (input) => {
      runs += 1
      let layers
      try {
        layers = parse(input)
      } catch (error) {
        assert.ok(error instanceof AppError && /^`layers.*\.$/s.test(error.message), String(error))
        return
      }
      accepted += layers.length
      for (const parsed of layers) {
        for (const [name, range] of Object.entries(layerRanges)) {
          const number = (parsed as unknown as Record<string, unknown>)[name]
          if (typeof number === 'number') assert.ok(number >= range.min && number <= range.max)
        }
      }
      assert.deepEqual(parse(formatLayers(layers)), layers)
    }),
    randomRuns(2000, 500),
  )
  assert.ok(accepted > runs / 20, `${accepted} layers in ${runs} runs`)
})
