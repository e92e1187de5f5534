import { parseLayers } from '#src/layers/parse-layers.ts'
import { defaultLayerLimits } from '#src/layers/layer-limits.ts'
import type { Layer } from '#src/layers/layer.ts'

/** Layers of every kind, and texts of many scripts, by name. */
export const scenes: Record<string, object> = {
  'a caption in Latin letters': { type: 'text', text: 'WHEN IT COMPILES: Ünïcödé', y: 0.03, anchor: 'top' },
  'Cyrillic and Greek': { type: 'text', text: 'Привет κόσμε', font: 'serif', size: 0.15 },
  'joined Arabic, from right to left, in a box': {
    ...{ type: 'text', text: 'مرحبا بالعالم 123 GIF', font: 'sans', box: '#000000aa', outline: null },
  },
  Hebrew: { type: 'text', text: 'שלום עולם', font: 'sans', align: 'right' },
  'Hindi, turned': { type: 'text', text: 'नमस्ते क्षत्रिय', rotation: -20, color: '#ffff00' },
  'Thai, wrapped at words': {
    ...{ type: 'text', text: 'สวัสดีชาวโลกภาษาไทยไม่มีวรรคตัดคำ', width: 0.5, size: 0.09 },
  },
  emoji: { type: 'text', text: '👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇩🇪❤️1️⃣ OK', font: 'hand', size: 0.16 },
  'Japanese, Chinese and Korean, or boxes': { type: 'text', text: 'こんにちは 世界 안녕' },
  'characters that no font covers': { type: 'text', text: 'a\u{10fffe}b', font: 'mono' },
  'a picture, rotated and half transparent': { type: 'picture', picture: 0, rotation: 30, opacity: 0.5 },
  'a moving picture': { type: 'picture', picture: 1, width: 0.4 },
  'a pixelated region': { type: 'blur', style: 'pixelate', width: 0.5, height: 0.5 },
  'a blurred region': { type: 'blur', style: 'blur', width: 0.5, height: 0.6, strength: 0.2 },
}

export function readScenes(stickers: number): [string, Layer][] {
  return Object.entries(scenes).map(([name, layer]) => {
    const [parsed] = parseLayers([layer], { limits: defaultLayerLimits, stickers })
    if (parsed === undefined) throw new Error('no layer was read')
    return [name, parsed]
  })
}

/** A frame whose every pixel differs from its neighbors; a part of it is transparent if `hasAlpha` is set. */
export function drawBackground(width: number, height: number, hasAlpha = false): Uint8Array {
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    pixels.set([(x * 7) & 255, (y * 5) & 255, (x ^ y) & 255, hasAlpha ? (x + y) & 255 : 255], at * 4)
  }
  return pixels
}
