import { fontIds } from './fonts/font-list.ts'
import type { BlurLayer, Layer, PictureLayer, TextLayer } from './layer.ts'
import { blurDefaults, pictureDefaults, textDefaults } from './layer-defaults.ts'
import { type LayerLimits, maxLayersBytes, maxLayersDepth } from './layer-limits.ts'
import { layerError, listChoices, ValueReader } from './value-reader.ts'

const types = ['text', 'picture', 'blur'] as const

/** The context in which layers are checked. */
export type LayerContext = {
  limits: LayerLimits
  /** The number of pictures sent with them. */
  stickers: number
}

/**
 * Parses the layers of a request: JSON text, or the array parsed from it. Every key is checked; omitted ones have their
 * defaults. Throws AppError invalid_value, in a sentence that names the value: `layers[2].size`.
 */
export function parseLayers(input: unknown, { limits, stickers }: LayerContext): Layer[] {
  const values = typeof input === 'string' ? parseJson(input) : input
  if (!Array.isArray(values)) throw layerError('layers', 'a JSON array of layers')
  if (values.length > limits.maxLayers)
    throw layerError('layers', `at most ${limits.maxLayers} layers, and these are ${values.length}`)
  return values.map((value: unknown, index) => parseLayer(value, `layers[${index}]`, limits, stickers))
}

/** Formats layers as `parseLayers` reads them. */
export function formatLayers(layers: readonly Layer[]): string {
  return JSON.stringify(layers)
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return []
  // A character takes at least one byte, so longer texts need not be counted.
  if (text.length > maxLayersBytes || new TextEncoder().encode(text).length > maxLayersBytes)
    throw layerError('layers', `at most ${maxLayersBytes / 1024} KB of JSON`)
  if (depthOf(text) > maxLayersDepth) throw layerError('layers', 'an array of objects, nested no deeper')
  try {
    return JSON.parse(text)
  } catch {
    throw layerError('layers', 'valid JSON')
  }
}

/** Returns the nesting depth of arrays and objects in JSON text; the result is meaningless for other text. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (inString && char === '\\') at += 1
    else if (char === '"') inString = !inString
    else if (!inString && (char === '[' || char === '{')) deepest = Math.max(deepest, ++depth)
    else if (!inString && (char === ']' || char === '}')) depth -= 1
  }
  return deepest
}

function parseLayer(value: unknown, path: string, limits: LayerLimits, stickers: number): Layer {
  const reader = new ValueReader(value, path)
  const type = types.find((known) => known === reader.value('type'))
  if (type === undefined) throw layerError(`${path}.type`, listChoices(types))
  const layer =
    type === 'text'
      ? parseText(reader, limits)
      : type === 'picture'
        ? parsePicture(reader, stickers)
        : parseBlur(reader)
  reader.end()
  if (layer.start !== null && layer.end !== null && layer.end <= layer.start)
    throw layerError(`${path}.end`, 'greater than its `start`')
  return layer
}

function parseText(reader: ValueReader, limits: LayerLimits): TextLayer {
  const defaults = textDefaults
  return {
    type: 'text',
    text: readText(reader, limits),
    font: reader.choice('font', fontIds, defaults.font),
    size: reader.number('size', defaults.size),
    color: reader.color('color', defaults.color),
    outline: readOutline(reader),
    box: reader.colorOrNull('box', defaults.box),
    align: reader.choice('align', ['left', 'center', 'right'], defaults.align),
    anchor: reader.choice('anchor', ['top', 'middle', 'bottom'], defaults.anchor),
    ...readPlace(reader, defaults),
    rotation: reader.number('rotation', defaults.rotation),
  }
}

function parsePicture(reader: ValueReader, stickers: number): PictureLayer {
  return {
    type: 'picture',
    picture: reader.index('picture', stickers),
    opacity: reader.number('opacity', pictureDefaults.opacity),
    ...readPlace(reader, pictureDefaults),
    rotation: reader.number('rotation', pictureDefaults.rotation),
  }
}

function parseBlur(reader: ValueReader): BlurLayer {
  return {
    type: 'blur',
    ...readPlace(reader, blurDefaults),
    height: reader.number('height', blurDefaults.height),
    style: reader.choice('style', ['blur', 'pixelate'], blurDefaults.style),
    strength: reader.number('strength', blurDefaults.strength),
  }
}

function readPlace(reader: ValueReader, defaults: { x: number; y: number; width: number }) {
  return {
    x: reader.number('x', defaults.x),
    y: reader.number('y', defaults.y),
    width: reader.number('width', defaults.width),
    start: reader.numberOrNull('start'),
    end: reader.numberOrNull('end'),
  }
}

function readOutline(reader: ValueReader): TextLayer['outline'] {
  const value = reader.value('outline')
  if (value === undefined) return textDefaults.outline
  if (value === null) return null
  const inner = new ValueReader(value, reader.pathOf('outline'))
  const fallback = textDefaults.outline
  const outline = {
    color: inner.color('color', fallback?.color ?? '#000000'),
    width: inner.outlineWidth(fallback?.width ?? 0),
  }
  inner.end()
  return outline
}

/** Matches a character that leaves a mark on the GIF; joiners and other invisible characters leave none. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}]/u
const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g
/** Control characters, overrides of the writing direction and unpaired surrogates. */
const unsafe = /[\0-\x09\x0b-\x1f\x7f-\x9f\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

function readText(reader: ValueReader, { maxTextLength }: LayerLimits): string {
  const value = reader.value('text')
  const mustBe = `a text of 1 to ${maxTextLength} characters`
  // Composing the letters of a longer one would be expensive.
  if (typeof value !== 'string' || value.length > 4 * maxTextLength)
    throw layerError(reader.pathOf('text'), mustBe)
  const text = value.normalize('NFC').replace(lineBreak, '\n').replace(unsafe, ' ')
  if ([...text].length > maxTextLength || !visible.test(text)) throw layerError(reader.pathOf('text'), mustBe)
  return text
}
