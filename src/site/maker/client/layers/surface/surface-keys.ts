import type { Layer } from '../../../../../layers/layer.ts'
import { movedLayer, scaledBy, type Size } from '../layer-geometry.ts'

const keyScale = 1.05

const wideStep = 10

/** What a key does to a layer with the focus: the layer as it is after it, or what else is asked for. */
export type KeyChange = Layer | 'remove' | 'open' | 'deselect'

/** Null for keys that mean nothing here. `box` and `area` are the sizes of the layer and the picture, in pixels. */
export function changeOfKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { layer, box, area }: { layer: Layer; box: Size; area: Size },
): KeyChange | null {
  if (altKey || ctrlKey || metaKey) return null
  if (key === 'Delete' || key === 'Backspace') return 'remove'
  if (key === 'Enter' || key === ' ') return 'open'
  if (key === 'Escape') return 'deselect'
  if (key === '+' || key === '=') return scaledBy(layer, keyScale, { box, area })
  if (key === '-') return scaledBy(layer, 1 / keyScale, { box, area })
  const across = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft')
  const down = Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
  if (across === 0 && down === 0) return null
  const step = shiftKey ? wideStep : 1
  return movedLayer(layer, { x: across * step, y: down * step }, area)
}
