import type { CanvasKit, Paragraph, ParagraphStyle, TypefaceFontProvider } from 'canvaskit-wasm'
import { filesFor, type FontIndex } from '../fonts/font-index.ts'

/** The source of the engine and its fonts: files on the server, URLs in the browser. */
export type EngineSource = {
  loadCanvasKit: () => Promise<CanvasKit>
  fontIndex: () => Promise<FontIndex>
  /** Returns the bytes of a file of the index. */
  readFont: (name: string) => Promise<Uint8Array>
}

/**
 * Lays out and draws text, and draws pictures: Skia, compiled to WebAssembly, which draws the same pixels on the server
 * and in every browser. It keeps the fonts that it has loaded.
 */
export class DrawingEngine {
  readonly kit: CanvasKit
  readonly #source: EngineSource
  readonly #index: FontIndex
  readonly #provider: TypefaceFontProvider
  readonly #loaded = new Map<string, Promise<void>>()

  static async open(source: EngineSource): Promise<DrawingEngine> {
    const [kit, index] = await Promise.all([source.loadCanvasKit(), source.fontIndex()])
    return new DrawingEngine(kit, index, source)
  }

  private constructor(kit: CanvasKit, index: FontIndex, source: EngineSource) {
    this.kit = kit
    this.#index = index
    this.#source = source
    this.#provider = kit.TypefaceFontProvider.Make()
  }

  /** Returns the font families for a text, all loaded. */
  async familiesFor(text: string, fontId: string): Promise<string[]> {
    const names = filesFor(text, fontId, this.#index).map(({ name }) => name)
    await Promise.all(names.map((name) => this.#load(name)))
    return names
  }

  /** Lays out a text. The caller deletes the result. */
  layOut(text: string, style: ParagraphStyle, width: number, paints?: Parameters<PushPaint>): Paragraph {
    const builder = this.kit.ParagraphBuilder.MakeFromFontProvider(style, this.#provider)
    if (paints !== undefined) builder.pushPaintStyle(...paints)
    builder.addText(text)
    const paragraph = builder.build()
    builder.delete()
    paragraph.layout(width)
    return paragraph
  }

  #load(name: string): Promise<void> {
    const loading = this.#loaded.get(name) ?? this.#register(name)
    this.#loaded.set(name, loading)
    // A failed load is tried again next time.
    loading.catch(() => this.#loaded.delete(name))
    return loading
  }

  async #register(name: string): Promise<void> {
    this.#provider.registerFont(await this.#source.readFont(name), name)
  }
}

type PushPaint = ReturnType<CanvasKit['ParagraphBuilder']['Make']>['pushPaintStyle']
