import type { Kernels } from '../kernels.ts'
import { chooseColours } from './choices.ts'
import { countDistinct } from './distinct.ts'
import { findCleared, thresholdAlpha, translate } from './frames.ts'
import { Histogram } from './histogram.ts'
import { Lzw } from './lzw.ts'
import { ScalarMemory } from './memory.ts'
import { Mixtures } from './mixtures.ts'
import { ScalarPalette } from './palette.ts'
import { assignColours } from './refine.ts'
import { removeMarks, markRepaints, updateCanvas } from './repaint.ts'
import { scaleColumns, scalePlaneColumns, scalePlaneRows, scaleRows } from './scale.ts'
import { splitColours } from './split.ts'
import { averageNoise } from './steady.ts'

/**
 * The kernels in plain TypeScript: clear rather than fast, and equal in every result to the compiled ones, which are
 * tested against them; they serve where there is no SIMD. What only kernels read (cells, caches, bins, tables) is not in
 * the memory but in objects of their own.
 */
export function scalarKernels(buffer: ArrayBuffer): Kernels {
  const memory = new ScalarMemory(buffer)
  const palette = new ScalarPalette(memory)
  const mixtures = new Mixtures(palette)
  const histogram = new Histogram(memory)
  const lzw = new Lzw(memory)
  const nothing = () => {}
  return {
    setPaletteAt: (base, count) => palette.readAt(base, count),
    setCellsAt: nothing,
    clearCells: nothing,
    setMixturesAt: nothing,
    setMixtures: (...args) => mixtures.set(...args),
    setNearestAt: nothing,
    setHistogramAt: () => histogram.clear(),
    clearHistogram: () => histogram.clear(),
    countColours: (...args) => histogram.count(...args),
    packBins: (colours, masses, most) => histogram.pack(colours, masses, most),
    thresholdAlpha: (frame, count) => Number(thresholdAlpha(memory, frame, count)),
    findCleared: (...args) => Number(findCleared(memory, ...args)),
    chooseColours: (...args) => chooseColours(memory, palette, mixtures, ...args),
    updateCanvas: (...args) => updateCanvas(memory, ...args),
    markRepaints: (...args) => markRepaints(memory, ...args),
    removeMarks: (...args) => removeMarks(memory, palette, ...args),
    averageNoise: (...args) => averageNoise(memory, ...args),
    translate: (plane, count, table) => translate(memory, plane, count, table),
    splitColours: (...args) => splitColours(memory, ...args),
    assignColours: (...args) => assignColours(memory, palette, ...args),
    findNearEntries: () => lzw.setEntries(palette, mixtures),
    encodeBox: (...args) => lzw.encodeBox(...args),
    scaleRows: (...args) => scaleRows(memory, ...args),
    scaleColumns: (...args) => scaleColumns(memory, ...args),
    scalePlaneColumns: (...args) => scalePlaneColumns(memory, ...args),
    scalePlaneRows: (...args) => scalePlaneRows(memory, ...args),
    countDistinct: (...args) => countDistinct(memory, ...args),
  }
}
