import type { DrawnText } from '../../../../../layers/draw/draw-text.ts'
import type { TextLayer } from '../../../../../layers/layer.ts'
import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../../elements.ts'
import type { FontChoice } from '../fonts.ts'
import type { Size } from '../layer-geometry.ts'
import type { TextDrawer } from '../text-drawer.ts'

/** Shows texts: drawn as in the GIF once the engine is there, and by the browser's own means until then. */
export class TextPainter {
  readonly #fonts: readonly FontChoice[]
  readonly #drawer: TextDrawer
  readonly #area: () => Size
  readonly #onMissing: (characters: readonly string[]) => void
  /** What is drawn on each element, or about to be. */
  readonly #drawn = new WeakMap<HTMLElement, string>()

  /** `area` is the size of the picture; `onMissing` is called with what no font has of each text that is drawn. */
  constructor(
    fonts: readonly FontChoice[],
    drawer: TextDrawer,
    events: { area: () => Size; onMissing: (characters: readonly string[]) => void },
  ) {
    this.#fonts = fonts
    this.#drawer = drawer
    this.#area = events.area
    this.#onMissing = events.onMissing
  }

  paint(content: HTMLElement, layer: TextLayer): void {
    const isEmpty = layer.text.trim() === ''
    content.classList.toggle('layer-box__text--empty', isEmpty)
    this.#write(content, isEmpty ? { ...layer, text: layerTexts.placeholder } : layer)
    if (isEmpty) this.#clear(content)
    else void this.#draw(content, layer)
  }

  #write(content: HTMLElement, layer: TextLayer): void {
    const { style } = content
    style.fontFamily = this.#fonts.find(({ id }) => id === layer.font)?.family ?? ''
    style.fontSize = `${layer.size * 100}cqh`
    style.color = layer.color
    style.textAlign = layer.align
    style.webkitTextStroke =
      layer.outline === null ? '' : `${layer.outline.width * 2}em ${layer.outline.color}`
    const words = content.firstElementChild ?? content.appendChild(createElement('span'))
    if (!(words instanceof HTMLElement)) return
    words.dir = 'auto'
    words.style.background = layer.box ?? ''
    // A last line without letters has a height, too.
    const text = layer.text.endsWith('\n') ? `${layer.text}\u200b` : layer.text
    if (words.textContent !== text) words.textContent = text
  }

  async #draw(content: HTMLElement, layer: TextLayer): Promise<void> {
    const area = this.#area()
    if (area.width === 0) return
    // Where it is and how it is turned is up to its box.
    const upright: TextLayer = {
      ...layer,
      x: 0.5,
      y: 0.5,
      anchor: 'middle',
      rotation: 0,
      start: null,
      end: null,
    }
    const scale = Math.min(2, devicePixelRatio)
    const frame = { width: Math.round(area.width * scale), height: Math.round(area.height * scale) }
    const wanted = JSON.stringify([upright, frame])
    if (this.#drawn.get(content) === wanted) return
    this.#drawn.set(content, wanted)
    const drawn = await this.#drawer.draw(upright, frame)
    if (this.#drawn.get(content) !== wanted) return
    if (drawn === null) return this.#clear(content)
    showDrawn(content, drawn, frame)
    this.#onMissing(drawn.missing)
  }

  #clear(content: HTMLElement): void {
    this.#drawn.delete(content)
    content.querySelector('canvas')?.remove()
    delete content.dataset.drawn
    content.style.height = ''
  }
}

/** Lengths are shares of the picture, so that they stay right while its size changes. */
function showDrawn(content: HTMLElement, { bitmap, box }: DrawnText, frame: Size): void {
  const canvas = content.querySelector('canvas') ?? content.appendChild(createElement('canvas'))
  content.dataset.drawn = ''
  content.style.height = `${(box.height / frame.height) * 100}cqh`
  canvas.hidden = bitmap === null
  if (bitmap === null) return
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  const image = new ImageData(new Uint8ClampedArray(bitmap.pixels), bitmap.width, bitmap.height)
  canvas.getContext('2d')?.putImageData(image, 0, 0)
  canvas.style.left = `${((bitmap.x - (box.centerX - box.width / 2)) / frame.width) * 100}cqw`
  canvas.style.top = `${((bitmap.y - (box.centerY - box.height / 2)) / frame.height) * 100}cqh`
  canvas.style.width = `${(bitmap.width / frame.width) * 100}cqw`
  canvas.style.height = `${(bitmap.height / frame.height) * 100}cqh`
}
