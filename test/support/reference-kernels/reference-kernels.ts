import type { KernelMemory, Kernels } from '#src/gif/kernels/kernels.ts'
import { chooseColors } from './choices.ts'
import { countDistinct } from './distinct.ts'
import { findCleared, thresholdAlpha, translate } from './frames.ts'
import { Histogram } from './histogram.ts'
import { Lzw } from './lzw.ts'
import { ReferenceMemory } from './memory.ts'
import { Mixtures } from './mixtures.ts'
import { ReferencePalette } from './palette.ts'
import { assignColors } from './refine.ts'
import { updateCanvas } from './canvas.ts'
import { scaleColumns, scalePlaneColumns, scalePlaneRows, scaleRows } from './scale.ts'
import { splitColors } from './split.ts'
import { averageNoise } from './steady.ts'

const pageBytes = 65_536

/** Opens a memory like `openKernels`, with the reference kernels instead of the compiled ones. */
export function openReferenceKernels(pages: number): KernelMemory {
  const buffer = new ArrayBuffer(pages * pageBytes)
  return { buffer, kernels: throwOnMissing(referenceKernels(buffer)) }
}

/**
 * Kernels whose results are not in the memory shared by both versions: they set up the data that the compiled ones keep
 * there.
 */
const nothing = () => {}

/**
 * The kernels in plain TypeScript: clear rather than fast, and equal in every result to the compiled ones. Data that
 * only kernels read (cells, caches, bins, tables) is not in the memory but in objects of their own. A kernel without a
 * reference is left out: tests that call it on both versions fail with its name.
 */
function referenceKernels(buffer: ArrayBuffer): Partial<Kernels> {
  const memory = new ReferenceMemory(buffer)
  const palette = new ReferencePalette(memory)
  const mixtures = new Mixtures(palette)
  const histogram = new Histogram(memory)
  const lzw = new Lzw(memory)
  return {
    setPaletteAt: (base, count) => palette.readAt(base, count),
    setCellsAt: nothing,
    clearCells: nothing,
    setMixturesAt: nothing,
    setMixtures: (...args) => mixtures.set(...args),
    setNearestAt: nothing,
    setHistogramAt: () => histogram.clear(),
    clearHistogram: () => histogram.clear(),
    countColors: (...args) => histogram.count(...args),
    packBins: (colors, masses, most) => histogram.pack(colors, masses, most),
    thresholdAlpha: (frame, count) => Number(thresholdAlpha(memory, frame, count)),
    findCleared: (...args) => Number(findCleared(memory, ...args)),
    chooseColors: (...args) => chooseColors(memory, palette, mixtures, ...args),
    updateCanvas: (...args) => updateCanvas(memory, ...args),
    averageNoise: (...args) => averageNoise(memory, ...args),
    translate: (plane, count, table) => translate(memory, plane, count, table),
    splitColors: (...args) => splitColors(memory, ...args),
    assignColors: (...args) => assignColors(memory, palette, ...args),
    findNearEntries: () => lzw.setEntries(palette, mixtures),
    encodeBox: (...args) => lzw.encodeBox(...args),
    scaleRows: (...args) => scaleRows(memory, ...args),
    scaleColumns: (...args) => scaleColumns(memory, ...args),
    scalePlaneColumns: (...args) => scalePlaneColumns(memory, ...args),
    scalePlaneRows: (...args) => scalePlaneRows(memory, ...args),
    countDistinct: (...args) => countDistinct(memory, ...args),
  }
}

/** Kernels among which those without a reference throw an Error with their name. */
function throwOnMissing(kernels: Partial<Kernels>): Kernels {
  return new Proxy(kernels as Kernels, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name) as unknown
      throw new Error(`the kernel ${String(name)} has no reference`)
    },
  })
}
