import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { clearIndexOf, type Palette } from './palette.ts'

type Size = { width: number; height: number }

/**
 * Copies the colors that are shown into the canvas plane, while the kernels have the palette they are indices of: after
 * a change of palette, colors that the new one lacks are known from the canvas alone. To be called before each choice of
 * a palette, also of an exact one.
 */
export function updateShownColors(memory: EncoderMemory, { width, height }: Size, palette: Palette): void {
  const { at, kernels } = memory
  memory.words(at.indexed, 256).set(palette)
  kernels.updateCanvas(at.canvas, at.shown, width * height, at.indexed, clearIndexOf(palette))
}
