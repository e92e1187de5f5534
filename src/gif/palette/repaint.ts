import type { EncoderMemory } from '../kernels/encoder-memory.ts'
import { clearIndexOf, type Palette } from './palette.ts'
import type { EncoderSettings } from '../encode/encoder-settings.ts'

type Size = { width: number; height: number }

/**
 * Copies the colours that are shown into the canvas plane, while the kernels have the palette they are indices of: after
 * a change of palette, colours that the new one lacks are known from the canvas alone. To be called before each choice of
 * a palette, also of an exact one.
 */
export function updateShownColours(memory: EncoderMemory, { width, height }: Size, palette: Palette): void {
  const { at, kernels } = memory
  memory.words(at.indexed, 256).set(palette)
  kernels.updateCanvas(at.canvas, at.shown, width * height, at.indexed, clearIndexOf(palette))
}

/**
 * Marks the pixels of a frame (an address) that stay although what is shown differs from them by more than
 * `repaintError`, so that the next palette gets colours for them too. `busy` is the threshold of busy places, in levels.
 * Returns how many pixels were marked.
 */
export function markRepaintCandidates(
  memory: EncoderMemory,
  { width, height }: Size,
  frame: number,
  { hold, repaintError }: Pick<EncoderSettings, 'hold' | 'repaintError'>,
  busy: number,
): number {
  const { at, kernels } = memory
  return kernels.markRepaints(frame, at.anchors, at.canvas, width, height, hold, busy, repaintError)
}

/** Removes the marks of the pixels that the given palette, which the kernels have, does not paint clearly better. */
export function removeUselessMarks(
  memory: EncoderMemory,
  { width, height }: Size,
  frame: number,
  palette: Palette,
  { repaintShare }: Pick<EncoderSettings, 'repaintShare'>,
): void {
  const { at, kernels } = memory
  memory.words(at.indexed, 256).set(palette)
  kernels.removeMarks(frame, at.anchors, at.canvas, width, height, at.indexed, repaintShare)
}
