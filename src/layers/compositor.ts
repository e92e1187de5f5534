import { AppError } from '../lib/app-error.ts'
import type { Bitmap } from './draw/bitmap.ts'
import { drawSticker, pictureBox } from './draw/draw-sticker.ts'
import { drawText } from './draw/draw-text.ts'
import type { DrawingEngine } from './draw/engine.ts'
import { layOver } from './draw/lay-over.ts'
import type { FrameSize, PlacedBox } from './draw/place.ts'
import type { BlurLayer, Layer, PictureLayer, TextLayer } from './layer.ts'
import { animationFacts } from './pictures/animation-facts.ts'
import { checkPixels } from './pictures/picture-facts.ts'
import { Sticker } from './pictures/sticker.ts'
import { blur, pixelate } from './regions/obscure.ts'
import { regionOf } from './regions/region.ts'

/** Times are compared with this tolerance: frames are at multiples of a rate, and people round. */
const toleranceSeconds = 0.0005

/** The pixels of all bitmaps together, as a multiple of a frame's: they stay in memory while frames are made. */
const maxCoverage = 20

export type CompositorOptions = FrameSize & {
  /** The files of the pictures in layers. */
  pictures: readonly Uint8Array[]
  /** Called if a layer needs it: a text or a picture. */
  openEngine: () => Promise<DrawingEngine>
}

export type Compositor = {
  /** Draws the layers of this time, in seconds of the source, over a frame (RGBA, straight alpha). */
  draw: (frame: Uint8Array, seconds: number) => void
  /** The position of each layer; null for a blurred region. */
  boxes: (PlacedBox | null)[]
  /** Characters that no font has, which are shown as boxes. */
  missing: string[]
  close: () => void
}

type Drawn = {
  layer: Layer
  box: PlacedBox | null
  draw: (frame: Uint8Array, seconds: number) => void
  missing?: string[]
}

/**
 * Draws layers over frames of a size. Texts are laid out and drawn here, once. Throws AppError if a picture cannot be
 * shown or the layers cover too much, and what opening the engine throws.
 */
export async function createCompositor(
  layers: readonly Layer[],
  options: CompositorOptions,
): Promise<Compositor> {
  const stickers = new Map<number, Sticker>()
  const close = () => {
    for (const sticker of stickers.values()) sticker.close()
  }
  const space = new BitmapSpace(options)
  try {
    checkPixels(options.pictures.map(animationFacts))
    const needsEngine = layers.some(({ type }) => type !== 'blur')
    const engine = needsEngine ? await options.openEngine() : null
    const drawn: Drawn[] = []
    for (const layer of layers) {
      if (layer.type === 'blur') drawn.push(prepareRegion(layer, options))
      else if (engine === null) throw new Error('the engine is not open')
      else if (layer.type === 'text') drawn.push(await prepareText(engine, layer, options, space))
      else drawn.push(preparePicture(engine, layer, options, { stickers, space }))
    }
    return {
      draw: (frame, seconds) => {
        for (const { layer, draw } of drawn) if (isShown(layer, seconds)) draw(frame, seconds)
      },
      boxes: drawn.map(({ box }) => box),
      missing: [...new Set(drawn.flatMap(({ missing }) => missing ?? []))],
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Returns true if a layer is shown at this time: from its start on, up to its end. */
export function isShown({ start, end }: Pick<Layer, 'start' | 'end'>, seconds: number): boolean {
  return (
    (start === null || seconds >= start - toleranceSeconds) &&
    (end === null || seconds < end - toleranceSeconds)
  )
}

async function prepareText(
  engine: DrawingEngine,
  layer: TextLayer,
  frame: CompositorOptions,
  space: BitmapSpace,
): Promise<Drawn> {
  const { bitmap, box, missing } = await drawText(engine, layer, frame)
  space.take(bitmap)
  return {
    layer,
    box,
    missing,
    draw: (pixels) => {
      if (bitmap !== null) layOver(pixels, frame.width, bitmap)
    },
  }
}

function preparePicture(
  { kit }: DrawingEngine,
  layer: PictureLayer,
  options: CompositorOptions,
  { stickers, space }: { stickers: Map<number, Sticker>; space: BitmapSpace },
): Drawn {
  const bytes = options.pictures[layer.picture]
  if (bytes === undefined) throw new Error(`there is no picture ${layer.picture}`)
  const sticker = stickers.get(layer.picture) ?? Sticker.open(kit, bytes, layer.picture)
  stickers.set(layer.picture, sticker)
  const box = pictureBox(layer, sticker, options)
  const drawFrame = (frame: number) =>
    drawSticker(kit, { box, opacity: layer.opacity, frame: options }, sticker, frame)
  const kept = new Map<number, Bitmap | null>([[0, drawFrame(0)]])
  space.take(kept.get(0) ?? null)
  const maxKept = keptFrames(kept.get(0) ?? null, options)
  const bitmapOf = (frame: number) => {
    const known = kept.get(frame)
    if (known !== undefined) return known
    // They are in order of drawing: the frame that was drawn first is needed last.
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? 0)
    const bitmap = drawFrame(frame)
    kept.set(frame, bitmap)
    return bitmap
  }
  const draw = (pixels: Uint8Array, seconds: number) => {
    const bitmap = bitmapOf(sticker.frameAt(Math.max(0, seconds - (layer.start ?? 0))))
    if (bitmap !== null) layOver(pixels, options.width, bitmap)
  }
  return { layer, box, draw }
}

/** Returns the number of drawn frames of a moving picture to keep: those with the pixels of two frames of the GIF. */
function keptFrames(bitmap: Bitmap | null, { width, height }: FrameSize): number {
  const pixels = bitmap === null ? 1 : bitmap.width * bitmap.height
  return Math.max(1, Math.floor((2 * width * height) / pixels))
}

function prepareRegion(layer: BlurLayer, { width, height }: FrameSize): Drawn {
  const region = regionOf(layer, { width, height })
  const obscure = layer.style === 'blur' ? blur : pixelate
  return {
    layer,
    box: null,
    draw: (pixels) => {
      if (region !== null) obscure(pixels, width, region)
    },
  }
}

/** Counts the pixels of bitmaps. */
class BitmapSpace {
  #left: number

  constructor({ width, height }: FrameSize) {
    this.#left = width * height * maxCoverage
  }

  /** Throws AppError media_too_large if the bitmaps exceed the limit. */
  take(bitmap: Bitmap | null): void {
    if (bitmap !== null) this.#left -= bitmap.width * bitmap.height
    if (this.#left >= 0) return
    throw new AppError(
      'media_too_large',
      `The texts and pictures of \`layers\` cover more than ${maxCoverage} times the GIF together; use fewer or smaller ones.`,
      { field: 'layers' },
    )
  }
}
