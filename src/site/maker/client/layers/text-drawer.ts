import { openEngine } from '../../../../layers/browser/open-engine.ts'
import { type DrawnText, drawText } from '../../../../layers/draw/draw-text.ts'
import { captionFonts } from '../../../../layers/fonts/font-list.ts'
import type { FontIndex } from '../../../../layers/fonts/font-index.ts'
import type { TextLayer } from '../../../../layers/layer.ts'
import { familyOf } from './fonts.ts'
import type { Size } from './layer-geometry.ts'

/** Draws texts as the service does. The engine is loaded with the first text. */
export class TextDrawer {
  readonly #folder: string
  /** Whether the engine could not be loaded: texts stay as the browser shows them. */
  #hasFailed = false

  /** `folder` has the engine and the fonts, with a slash at its end. */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Null where the engine cannot be loaded. */
  async draw(layer: TextLayer, frame: Size): Promise<DrawnText | null> {
    if (this.#hasFailed) return null
    try {
      return await drawText(await openEngine(this.#folder), layer, frame)
    } catch (error) {
      this.#hasFailed = true
      reportError(error)
      return null
    }
  }

  /** Lets the page show each font, for the choice among them. */
  async showFonts(): Promise<void> {
    const index = (await (await fetch(`${this.#folder}fonts.json`)).json()) as FontIndex
    await Promise.all(
      captionFonts.map(async ({ id, face }) => {
        const [file] = index[face.name] ?? []
        if (file === undefined) return
        const bytes = await (await fetch(this.#folder + file.name)).arrayBuffer()
        document.fonts.add(await new FontFace(familyOf(id), bytes).load())
      }),
    )
  }
}
