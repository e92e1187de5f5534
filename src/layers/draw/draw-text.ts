import type { Canvas, CanvasKit, Paragraph, ParagraphStyle } from 'canvaskit-wasm'
import type { TextLayer } from '../layer.ts'
import { type Bitmap, drawBitmap } from './bitmap.ts'
import type { DrawingEngine } from './engine.ts'
import { boundsOf, type FrameSize, type PlacedBox } from './place.ts'

/** The distance between baselines, as a share of the em. */
const lineHeight = 1.2
/** Letters smaller than this are dots. */
const minEm = 4
/** The padding of the letters in their box, as shares of the em. */
const boxPadding = { x: 0.3, y: 0.12, radius: 0.15 }
/** The most that letters and marks may extend past their lines, as a share of the em. */
const overhang = 1

export type DrawnText = {
  bitmap: Bitmap | null
  /** The box that the text fills, for handles around it. */
  box: PlacedBox
  /** Characters that no font has, each drawn as a replacement box. */
  missing: string[]
}

/** Lays a text out and draws it, for frames of a size. */
export async function drawText(
  engine: DrawingEngine,
  layer: TextLayer,
  frame: FrameSize,
): Promise<DrawnText> {
  const families = await engine.familiesFor(layer.text, layer.font)
  const em = Math.max(minEm, layer.size * frame.height)
  const width = Math.max(1, layer.width * frame.width)
  const style = paragraphStyle(engine.kit, layer, families, em)
  const fill = engine.layOut(layer.text, style, width)
  const stroke = layOutOutline(engine, layer, style, { em, width })
  try {
    const height = fill.getHeight()
    const top = layer.y * frame.height - height * { top: 0, middle: 0.5, bottom: 1 }[layer.anchor]
    const box = {
      centerX: layer.x * frame.width,
      centerY: top + height / 2,
      width,
      height,
      rotation: layer.rotation,
    }
    const bitmap = drawBitmap(engine.kit, boundsOf(box, em * overhang), frame, (canvas) => {
      canvas.rotate(layer.rotation, box.centerX, box.centerY)
      drawBox(engine.kit, canvas, { layer, fill, box, em })
      const left = box.centerX - width / 2
      if (stroke !== null) canvas.drawParagraph(stroke, left, top)
      canvas.drawParagraph(fill, left, top)
    })
    const missing = fill.unresolvedCodepoints().map((codePoint) => String.fromCodePoint(codePoint))
    return { bitmap, box, missing }
  } finally {
    fill.delete()
    stroke?.delete()
  }
}

function paragraphStyle(
  kit: CanvasKit,
  { align, color, text }: TextLayer,
  fontFamilies: string[],
  em: number,
): ParagraphStyle {
  return new kit.ParagraphStyle({
    textAlign: { left: kit.TextAlign.Left, center: kit.TextAlign.Center, right: kit.TextAlign.Right }[align],
    textDirection: isRightToLeft(text) ? kit.TextDirection.RTL : kit.TextDirection.LTR,
    textStyle: {
      color: toColor(color),
      fontFamilies,
      fontSize: em,
      heightMultiplier: lineHeight,
      halfLeading: true,
    },
  })
}

/** Lays out the same text as strokes below its letters, which cover half of each; returns null without an outline. */
function layOutOutline(
  engine: DrawingEngine,
  { text, outline }: TextLayer,
  style: ParagraphStyle,
  { em, width }: { em: number; width: number },
): Paragraph | null {
  if (outline === null || outline.width === 0) return null
  const { kit } = engine
  const stroke = new kit.Paint()
  const none = new kit.Paint()
  try {
    stroke.setAntiAlias(true)
    stroke.setColor(toColor(outline.color))
    stroke.setStyle(kit.PaintStyle.Stroke)
    stroke.setStrokeWidth(2 * outline.width * em)
    stroke.setStrokeJoin(kit.StrokeJoin.Round)
    none.setColor(kit.TRANSPARENT)
    if (style.textStyle === undefined) throw new Error('the style has no style of its text')
    return engine.layOut(text, style, width, [new kit.TextStyle(style.textStyle), stroke, none])
  } finally {
    stroke.delete()
    none.delete()
  }
}

type BoxToDraw = { layer: TextLayer; fill: Paragraph; box: PlacedBox; em: number }

/** Draws the box behind the lines, as wide as the longest of them. */
function drawBox(kit: CanvasKit, canvas: Canvas, { layer, fill, box, em }: BoxToDraw): void {
  if (layer.box === null) return
  const length = Math.min(fill.getLongestLine(), box.width)
  const space = box.width - length
  const left = box.centerX - box.width / 2 + space * { left: 0, center: 0.5, right: 1 }[layer.align]
  const paint = new kit.Paint()
  paint.setAntiAlias(true)
  paint.setColor(toColor(layer.box))
  const rect = kit.LTRBRect(
    left - boxPadding.x * em,
    box.centerY - box.height / 2 - boxPadding.y * em,
    left + length + boxPadding.x * em,
    box.centerY + box.height / 2 + boxPadding.y * em,
  )
  canvas.drawRRect(kit.RRectXY(rect, boxPadding.radius * em, boxPadding.radius * em), paint)
  paint.delete()
}

/** Returns true if the first letter with a direction is of a right-to-left script. */
function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    letter,
  )
}

/** Returns four numbers from 0 to 1. */
function toColor(hex: string): Float32Array {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2) || 'ff', 16) / 255
  return Float32Array.of(channel(1), channel(3), channel(5), channel(7))
}
