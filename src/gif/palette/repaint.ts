import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { clearIndexOf, type Palette } from './palette.ts'
import type { EncoderSettings } from '../encode/encoder-settings.ts'

type Size = { width: number; height: number }

/**
 * Keeps what is shown as colours, while there is the palette that has them: once a palette has gone, its colours are
 * known from here alone. To be called before each choice of a palette, of few colours too.
 */
export function keepShown(memory: EncoderMemory, { width, height }: Size, palette: Palette): void {
  const { at, kernels } = memory
  memory.words(at.indexed, 256).set(palette)
  kernels.updateCanvas(at.canvas, at.shown, width * height, at.indexed, clearIndexOf(palette))
}

/**
 * Marks the pixels of a frame (an address) that stay, but show what is off, so that the next palette has colours for
 * them too; `busy` is the limit of busy places. Gives how many.
 */
export function markOff(
  memory: EncoderMemory,
  { width, height }: Size,
  frame: number,
  { hold, offFrom }: Pick<EncoderSettings, 'hold' | 'offFrom'>,
  busy: number,
): number {
  const { at, kernels } = memory
  return kernels.markOff(frame, at.anchors, at.canvas, width, height, hold, busy, offFrom)
}

/** Leaves the marks only on what the palette, which the kernels have, paints better. */
export function keepBetter(
  memory: EncoderMemory,
  { width, height }: Size,
  frame: number,
  palette: Palette,
  { offPart }: Pick<EncoderSettings, 'offPart'>,
): void {
  const { at, kernels } = memory
  memory.words(at.indexed, 256).set(palette)
  kernels.keepBetter(frame, at.anchors, at.canvas, width, height, at.indexed, offPart)
}
